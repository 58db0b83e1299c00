//! The report of a kernel's test.

use std::fmt;

use crate::{Finding, FindingKind};

/// The findings of a test's schedules.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "a report may have findings"]
pub struct Report {
    pub(crate) schedules: usize,
    pub(crate) findings: Vec<Finding>,
}

impl Report {
    /// The number of schedules under which the test ran.
    pub fn schedules(&self) -> usize {
        self.schedules
    }

    /// The faults, in the order in which they were found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether the test has run under a schedule, and no fault was found.
    pub fn is_clean(&self) -> bool {
        self.schedules > 0 && self.findings.is_empty()
    }

    /// The first fault of this kind.
    pub fn find(&self, kind: FindingKind) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.kind == kind)
    }

    /// Returns if the report is [clean](Self::is_clean).
    ///
    /// # Panics
    ///
    /// If one was found, with all messages; or if there was no schedule, so that nothing was tested.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert!(self.schedules > 0, "no schedule has run");
        assert!(self.is_clean(), "{self}");
    }

    pub(crate) fn add(&mut self, finding: Finding) {
        let same = |known: &&mut Finding| known.kind == finding.kind && known.lines == finding.lines;
        match self.findings.iter_mut().find(same) {
            Some(known) => known.seeds.extend(finding.seeds),
            None => self.findings.push(finding),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (schedules, findings) = (self.schedules, self.findings.len());
        let faults = match findings {
            0 => "no fault".to_owned(),
            1 => "1 fault".to_owned(),
            n => format!("{n} faults"),
        };
        let unit = if schedules == 1 { "schedule" } else { "schedules" };
        write!(f, "{faults} under {schedules} {unit}")?;
        self.findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
    }
}

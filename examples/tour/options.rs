//! Options of the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(crate) const USAGE: &str = "\
usage: tour [--device best|cpu|cuda] [--grid FILE]
            [--events FILE --key COLUMN [--value COLUMN]]

  --device NAME       cpu; cuda: the first GPU; best (default): a GPU if one can be used, else the CPU
  --grid FILE         measure the bumpiness of this elevation grid (ESRI ASCII, .asc)
  --events FILE       find the largest groups of this table (CSV with header)
  --key COLUMN        the column to group the events by
  --value COLUMN      a column of numbers to add up for each group
  -h, --help          print this

Without a file the tour runs on the two that come with it, in examples/data.";

/// A table's file and the columns to read from it.
#[derive(Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) file: PathBuf,
    pub(crate) key: String,
    pub(crate) value: Option<String>,
}

/// The device to run on.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    #[default]
    Best,
    Cpu,
    Cuda,
}

/// The parsed options.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Options {
    pub(crate) help: bool,
    pub(crate) place: Place,
    /// Whether the files are those shipped with the crate.
    pub(crate) shipped: bool,
    pub(crate) grid: Option<PathBuf>,
    pub(crate) table: Option<Table>,
}

impl Options {
    pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut arguments = arguments.into_iter();
        let mut options = Options::default();
        let (mut file, mut key, mut value) = (None, None, None);
        while let Some(argument) = arguments.next() {
            let name = argument.to_string_lossy().into_owned();
            let mut next = || arguments.next().ok_or_else(|| format!("`{name}` needs a value"));
            let text = |word: OsString| word.into_string().map_err(|w| format!("{w:?} is not UTF-8"));
            match name.as_str() {
                "-h" | "--help" => options.help = true,
                "--device" => {
                    options.place = match text(next()?)?.as_str() {
                        "best" => Place::Best,
                        "cpu" => Place::Cpu,
                        "cuda" => Place::Cuda,
                        other => {
                            return Err(format!(
                                "there is no device `{other}`; `--device` takes `best`, `cpu` or `cuda`"
                            ));
                        }
                    }
                }
                "--grid" => options.grid = Some(next()?.into()),
                "--events" => file = Some(next()?),
                "--key" => key = Some(text(next()?)?),
                "--value" => value = Some(text(next()?)?),
                _ => return Err(format!("unknown argument `{name}`")),
            }
        }
        options.table = match (file, key, value) {
            (Some(file), Some(key), value) => Some(Table { file: file.into(), key, value }),
            (Some(_), None, _) => return Err("`--events` needs `--key`, the column to group by".into()),
            (None, None, None) => None,
            (None, ..) => return Err("`--key` and `--value` name columns of the table that `--events` gives".into()),
        };
        if options.grid.is_none() && options.table.is_none() {
            let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join("data");
            options.shipped = true;
            options.grid = Some(data.join("st-helens.asc"));
            let (key, value) = ("species".into(), Some("cost".into()));
            options.table = Some(Table { file: data.join("bird-strikes.csv"), key, value });
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn takes_files_and_columns() {
        let shipped = parse("").unwrap();
        assert!(shipped.grid.unwrap().exists() && shipped.table.unwrap().file.exists());
        let mine = parse("--events a.csv --key k --device cpu").unwrap();
        let table = Table { file: "a.csv".into(), key: "k".into(), value: None };
        assert_eq!(mine, Options { place: Place::Cpu, table: Some(table), ..Options::default() });
        assert_eq!(parse("--grid a.asc").unwrap().table, None);
        assert!(parse("-h").unwrap().help);
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        let cases = [
            ("--gird a.asc", "unknown argument `--gird`"),
            ("a.asc", "unknown argument `a.asc`"),
            ("--grid", "`--grid` needs a value"),
            ("--device tpu", "there is no device `tpu`; `--device` takes `best`, `cpu` or `cuda`"),
            ("--events a.csv", "`--events` needs `--key`, the column to group by"),
            ("--key k", "`--key` and `--value` name columns of the table that `--events` gives"),
        ];
        for (line, message) in cases {
            assert_eq!(parse(line).unwrap_err(), message);
        }
    }
}

//! A table of events: reads it and groups it by a key, on a device and sequentially.

use std::collections::{BTreeMap, HashMap};

use onrush::prelude::*;

use crate::read::{ReadError, Source};
use crate::report::{Clock, Verdict};

/// The number of groups that are shown.
pub(crate) const LARGEST: usize = 10;

/// Two columns of a table: a key, as the position of its name, and a value.
#[derive(Debug)]
pub(crate) struct Events {
    /// The distinct keys, sorted.
    pub(crate) names: Vec<String>,
    pub(crate) keys: Vec<u32>,
    /// 0 where the field is empty.
    pub(crate) values: Vec<f64>,
    pub(crate) empty: usize,
}

impl Events {
    /// Reads a CSV file with a header: the columns named `key` and, if any, `value`.
    pub(crate) fn parse(source: &Source, key: &str, value: Option<&str>) -> Result<Self, ReadError> {
        let text = &source.text;
        // Lengths are checked here, so that an error names the place.
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
        let fail = |e: csv::Error| source.at((1, 1), e.to_string());
        let header = reader.headers().map_err(fail)?.clone();
        let find = |name: &str| {
            let known = header.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ");
            let known = if header.is_empty() { "the file is empty".into() } else { format!("there are {known}") };
            let found = header.iter().position(|c| c == name);
            found.ok_or_else(|| source.at((1, 1), format!("there is no column `{name}`; {known}")))
        };
        let (key, value) = (find(key)?, value.map(find).transpose()?);

        let mut codes = HashMap::new();
        let (mut keys, mut values, mut empty) = (Vec::new(), Vec::new(), 0);
        let mut record = csv::StringRecord::new();
        let mut start = 0;
        while reader.read_record(&mut record).map_err(fail)? {
            start = record.position().map_or(0, |p| p.byte() as usize);
            let at = |field: usize, message: String| source.at_byte(Fields::of(text, start).starts[field], message);
            if record.len() != header.len() {
                let fields = Fields::of(text, start);
                if let Some(quote) = fields.unclosed {
                    return Err(source.at_byte(quote, "this quote is never closed"));
                }
                let (found, wanted) = (record.len(), header.len());
                return Err(match fields.starts.get(wanted) {
                    Some(&extra) => source.at_byte(extra, format!("the row has more than {wanted} fields")),
                    None => source.at_byte(fields.end, format!("the row ends after {found} of {wanted} fields")),
                });
            }
            let next = codes.len() as u32;
            keys.push(match codes.get(&record[key]) {
                Some(&code) => code,
                None => *codes.entry(record[key].to_owned()).or_insert(next),
            });
            values.push(match value.map(|v| (v, record[v].trim())) {
                None => 0.0,
                Some((_, "")) => {
                    empty += 1;
                    0.0
                }
                Some((v, word)) => match word.parse::<f64>() {
                    Ok(x) if x.is_finite() => x,
                    _ => return Err(at(v, format!("`{word}` is not a number (column `{}`)", &header[v]))),
                },
            });
        }
        if let Some(quote) = Fields::of(text, start).unclosed {
            return Err(source.at_byte(quote, "this quote is never closed"));
        }
        if keys.is_empty() {
            return Err(source.at_byte(text.len(), "the file ends after its header: there are no events"));
        }

        // The names are sorted, so that groups of equal size appear in their order.
        let order: BTreeMap<String, u32> = codes.into_iter().collect();
        let mut rank = vec![0; order.len()];
        order.values().enumerate().for_each(|(r, &code)| rank[code as usize] = r as u32);
        keys.iter_mut().for_each(|k| *k = rank[*k as usize]);
        Ok(Events { names: order.into_keys().collect(), keys, values, empty })
    }
}

/// The positions of a record's fields in the text.
struct Fields {
    starts: Vec<usize>,
    end: usize,
    /// The position of a quote that opens a field but is never closed.
    unclosed: Option<usize>,
}

impl Fields {
    fn of(text: &str, record: usize) -> Self {
        let bytes = text.as_bytes();
        // The reader skips empty lines before a record.
        let first = record + bytes[record..].iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        let (mut starts, mut quote, mut i) = (vec![first], None, first);
        while i < bytes.len() {
            match (bytes[i], quote) {
                // A doubled quote stands for a quote within the field.
                (b'"', Some(_)) => {
                    if bytes.get(i + 1) == Some(&b'"') {
                        i += 1;
                    } else {
                        quote = None;
                    }
                }
                (b'"', None) if starts.last() == Some(&i) => quote = Some(i),
                (b',', None) => starts.push(i + 1),
                (b'\r' | b'\n', None) => break,
                _ => {}
            }
            i += 1;
        }
        Fields { starts, end: i, unclosed: quote }
    }
}

/// The result for a table: its groups, the largest first, in four columns.
#[derive(Debug)]
pub(crate) struct Groups {
    /// The number of groups; the columns hold the [`LARGEST`] of them.
    pub(crate) all: usize,
    pub(crate) key: Vec<u32>,
    pub(crate) count: Vec<u64>,
    pub(crate) total: Vec<f64>,
    /// The number of events in this group and all those before it.
    pub(crate) reached: Vec<u64>,
    /// The sum of all values.
    pub(crate) sum: f64,
}

/// Groups the events on a device.
pub(crate) fn on_device(device: &Device, events: &Events, clock: &mut Clock) -> onrush::Result<Groups> {
    let (mut keys, mut values) = clock.time("upload", || -> onrush::Result<_> {
        Ok((device.upload(&events.keys)?, device.upload(&events.values)?))
    })?;
    let sum = clock.time("sum", || values.iter().sum())?;

    clock.time("sort_by_key", || {
        sort_by_key(&mut keys, &mut values)?;
        device.synchronize()
    })?;

    // One pass counts and adds; the ones to be counted are never stored.
    let (mut key, (mut count, mut total)) = clock.time("zip, reduce_by_key", || {
        let ones = device.constant(1u64, keys.len());
        reduce_by_key(&keys, ones.zip(&values), op!(|a: (u64, f64), b: (u64, f64)| (a.0 + b.0, a.1 + b.1))).collect()
    })?;
    let all = key.len();

    // The three vectors are sorted as columns of one table.
    clock.time("sort_by", || {
        let larger = op!(|a: (u64, u32, f64), b: (u64, u32, f64)| a.0 > b.0);
        sort_by((&mut count, &mut key, &mut total), larger)?;
        device.synchronize()
    })?;
    let reached = clock.time("scan_inclusive", || count.iter().scan_inclusive(Sum).collect())?;

    let top = ..all.min(LARGEST);
    clock.time("download", || {
        Ok(Groups {
            all,
            key: key.slice(top)?.to_vec()?,
            count: count.slice(top)?.to_vec()?,
            total: total.slice(top)?.to_vec()?,
            reached: reached.slice(top)?.to_vec()?,
            sum,
        })
    })
}

/// Groups the events sequentially in plain Rust, with the same steps on the clock.
pub(crate) fn sequential(events: &Events, clock: &mut Clock) -> Groups {
    clock.skip("upload");
    let sum = clock.time("sum", || events.values.iter().sum());
    let rows = clock.time("sort_by_key", || {
        let mut rows: Vec<_> = events.keys.iter().copied().zip(events.values.iter().copied()).collect();
        rows.sort_by_key(|row| row.0);
        rows
    });
    let mut groups: Vec<(u32, u64, f64)> = clock.time("zip, reduce_by_key", || {
        rows.chunk_by(|a, b| a.0 == b.0).map(|g| (g[0].0, g.len() as u64, g.iter().map(|r| r.1).sum())).collect()
    });
    clock.time("sort_by", || groups.sort_by_key(|g| std::cmp::Reverse(g.1)));
    let reached: Vec<u64> = clock.time("scan_inclusive", || {
        groups
            .iter()
            .scan(0, |sum, g| {
                *sum += g.1;
                Some(*sum)
            })
            .collect()
    });
    clock.skip("download");
    let top = groups.len().min(LARGEST);
    Groups {
        all: groups.len(),
        key: groups[..top].iter().map(|g| g.0).collect(),
        count: groups[..top].iter().map(|g| g.1).collect(),
        total: groups[..top].iter().map(|g| g.2).collect(),
        reached: reached[..top].to_vec(),
        sum,
    }
}

/// Compares the device's result with the sequential one.
pub(crate) fn compare(events: &Events, device: &Groups, plain: &Groups, verdict: &mut Verdict) {
    let size = events.values.iter().map(|v| v.abs()).sum();
    verdict.same("number of groups", device.all, plain.all);
    verdict.same("largest groups", &device.key, &plain.key);
    verdict.same("events in each", &device.count, &plain.count);
    verdict.same("events reached", &device.reached, &plain.reached);
    verdict.close("sum of all values", device.sum, plain.sum, size);
    for (i, (a, b)) in device.total.iter().zip(&plain.total).enumerate() {
        verdict.close(&format!("total of group {}", i + 1), *a, *b, size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, value: Option<&str>) -> Result<Events, String> {
        let source = Source { name: "e.csv".into(), text: text.into() };
        Events::parse(&source, "key", value).map_err(|e| e.to_string())
    }

    #[test]
    fn reads_quotes_line_ends_and_empty_fields() {
        let events = parse("key,x\r\n\"b, or\n\"\"c\"\"\",1\r\n\r\na, 2.5 \na,\n", Some("x")).unwrap();
        assert_eq!(events.names, ["a", "b, or\n\"c\""]);
        assert_eq!(events.keys, [1, 0, 0]);
        assert_eq!(events.values, [1.0, 2.5, 0.0]);
        assert_eq!(events.empty, 1);
        assert_eq!(parse("x,key\n1,a\n", None).unwrap().values, [0.0]);
    }

    #[test]
    fn says_where_a_table_is_wrong() {
        let cases = [
            ("key,x\na,1\nb,two\n", "e.csv:3:3: `two` is not a number (column `x`)"),
            ("key,x\n\n\nµ,inf\n", "e.csv:4:3: `inf` is not a number (column `x`)"),
            ("key,x\n\"a\n,\"\"\",1x\nb,2\n", "e.csv:3:6: `1x` is not a number (column `x`)"),
            ("key,x\r\na,1\r\nb\r\n", "e.csv:3:2: the row ends after 1 of 2 fields"),
            ("key,x\na,1,2\n", "e.csv:2:5: the row has more than 2 fields"),
            ("key,x\na,1\n\"b,2\nc,3\n", "e.csv:3:1: this quote is never closed"),
            ("key,x\na,1\nb,\"2\n", "e.csv:3:3: this quote is never closed"),
            ("key,x\n", "e.csv:2:1: the file ends after its header: there are no events"),
            ("key,y\na,1\n", "e.csv:1:1: there is no column `x`; there are `key`, `y`"),
            ("", "e.csv:1:1: there is no column `key`; the file is empty"),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text, Some("x")).unwrap_err(), message, "{text:?}");
        }
    }

    fn events(names: usize, keys: Vec<u32>) -> Events {
        let values = (0..keys.len()).map(|i| i as f64 * 0.1 - 3.0).collect();
        Events { names: vec![String::new(); names], keys, values, empty: 0 }
    }

    #[test]
    fn groups_of_one_size_stay_in_the_order_of_their_names() {
        let groups = sequential(&events(3, vec![2, 1, 0, 1, 2, 1]), &mut Clock::default());
        assert_eq!((groups.all, groups.key, groups.count), (3, vec![1, 2, 0], vec![3, 2, 1]));
        assert_eq!(groups.reached, [3, 5, 6]);
        let groups = sequential(&events(3, vec![2, 0, 1]), &mut Clock::default());
        assert_eq!(groups.key, [0, 1, 2]);
    }

    #[test]
    fn the_device_agrees() {
        let many =
            |n: u32, names: u32| events(names as usize, (0..n).map(|i| i.wrapping_mul(2654435761) % names).collect());
        for events in [many(1, 1), many(7, 3), many(5000, 1), many(30000, 5000), many(100000, 11)] {
            let found = on_device(&Device::cpu(), &events, &mut Clock::default()).unwrap();
            let mut verdict = Verdict::default();
            compare(&events, &found, &sequential(&events, &mut Clock::default()), &mut verdict);
            assert_eq!(verdict.failures, [""; 0]);
        }
    }

    /// A text made of a few letters, so that quotes, commas and line ends often meet.
    fn scribble(seed: u32) -> String {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 24) as usize
        };
        (0..next() % 24).map(|_| ["\"", "\"", ",", ",", "\n", "\r\n", "a", "1", "µ", " "][next() % 10]).collect()
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_inside_it() {
        for seed in 0..3000 {
            let text = format!("key,x\n{}", scribble(seed));
            let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
            for record in reader.records().map(Result::unwrap) {
                let fields = Fields::of(&text, record.position().unwrap().byte() as usize);
                assert_eq!(fields.starts.len(), record.len(), "{text:?}");
            }
            let source = Source { name: String::new(), text };
            if let Err(error) = Events::parse(&source, "key", Some("x")) {
                let (line, column) = error.place.unwrap();
                let length = source.text.split('\n').nth(line - 1).map(|l| l.chars().count());
                assert!(length.is_some_and(|l| column <= l + 1), "{:?}: {error}", source.text);
            }
        }
    }
}

//! A group-by over `arrow`'s record batches: for each city the number and the sum of its sales, without those that are null.
//!
//! The columns' buffers and the bitmap of what isn't null are read where they lie (`lend`), and the result's columns become arrays without
//! a copy where a `Vec` can own them (`into_vec`).

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt32Type};
use arrow_array::{Array, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use onrush::prelude::*;

/// Sales of `rows` rows from row `from` on: a city, and an amount, which is null in each seventh row.
fn batch(from: u32, rows: u32) -> Result<RecordBatch, Box<dyn Error>> {
    let cities: UInt32Array = (from..from + rows).map(|i| i.wrapping_mul(2_654_435_761) >> 25).collect();
    let amounts: Float64Array = (from..from + rows).map(|i| (i % 7 != 3).then(|| f64::from(i % 1000) / 4.0)).collect();
    let fields = vec![Field::new("city", DataType::UInt32, false), Field::new("amount", DataType::Float64, true)];
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), vec![Arc::new(cities), Arc::new(amounts)])?)
}

/// The number and the sum of the amounts of each city.
fn sales(device: &Device, batches: &[RecordBatch]) -> Result<RecordBatch, Box<dyn Error>> {
    let (mut cities, mut amounts) = (DeviceVec::new(device)?, DeviceVec::new(device)?);
    for batch in batches {
        let (city, amount) =
            (batch.column(0).as_primitive::<UInt32Type>(), batch.column(1).as_primitive::<Float64Type>());
        let (city, values) = (device.lend(city.values())?, device.lend(amount.values())?);
        let Some(nulls) = amount.nulls() else {
            cities.extend(&city)?;
            amounts.extend(&values)?;
            continue;
        };
        // A bit for each row, from a position of the bitmap on: a batch may be a part of another one.
        let (bitmap, from) = (device.lend(nulls.inner().values())?, nulls.offset());
        let (bits, city, values) = (bitmap.view(), city.view(), values.view());
        let rows = device.range(0..batch.num_rows()).filter(op!(|i: usize| {
            let at = from + i;
            bits[at / 8] >> (at % 8) & 1 == 1
        }));
        cities.extend(rows.clone().map(op!(|i: usize| city[i])))?;
        amounts.extend(rows.map(op!(|i: usize| values[i])))?;
    }
    sort_by_key(&mut cities, &mut amounts)?;
    let one = amounts.iter().map(op!(|amount: f64| (1u64, amount)));
    let both = op!(|a: (u64, f64), b: (u64, f64)| (a.0 + b.0, a.1 + b.1));
    let (city, (number, sum)) = reduce_by_key(&cities, one, both).collect()?;

    let field = |name, kind| Field::new(name, kind, false);
    let fields = [field("city", DataType::UInt32), field("sales", DataType::UInt64), field("sum", DataType::Float64)];
    let city = UInt32Array::from(city.into_vec()?);
    let (number, sum) = (UInt64Array::from(number.into_vec()?), Float64Array::from(sum.into_vec()?));
    let schema = Arc::new(Schema::new(fields.to_vec()));
    Ok(RecordBatch::try_new(schema, vec![Arc::new(city), Arc::new(number), Arc::new(sum)])?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::best()?;
    let mut batches = (0..8).map(|b| batch(b * 50_000, 50_000)).collect::<Result<Vec<_>, _>>()?;
    // A part whose bitmap begins within a byte.
    batches.push(batches[2].slice(13, 40_001));
    let result = sales(&device, &batches)?;

    // The same by a plain loop. The amounts are quarters, so that sums in any order are exact.
    let mut want = BTreeMap::<u32, (u64, f64)>::new();
    for batch in &batches {
        let (city, amount) =
            (batch.column(0).as_primitive::<UInt32Type>(), batch.column(1).as_primitive::<Float64Type>());
        for (city, amount) in city.iter().zip(amount).filter_map(|(city, amount)| Some((city?, amount?))) {
            let (number, sum) = want.entry(city).or_default();
            (*number, *sum) = (*number + 1, *sum + amount);
        }
    }
    let columns = (
        result.column(0).as_primitive::<UInt32Type>().values(),
        result.column(1).as_primitive::<arrow_array::types::UInt64Type>().values(),
        result.column(2).as_primitive::<Float64Type>().values(),
    );
    let rows: Vec<_> =
        columns.0.iter().zip(columns.1).zip(columns.2).map(|((city, n), sum)| (*city, (*n, *sum))).collect();
    assert_eq!(rows, want.into_iter().collect::<Vec<_>>());
    let largest = rows.iter().max_by(|a, b| a.1.1.total_cmp(&b.1.1));
    println!("{} cities in {} batches; the largest sales: {largest:?}", rows.len(), batches.len());
    Ok(())
}

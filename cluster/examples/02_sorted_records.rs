//! A sort of records on several devices: payments in the order of their accounts, each account's balances, and its largest payment.
//!
//! It shows columns that a sort moves along, a scan and a reduction of runs that lie on several ranks, and what the ranks have sent. The
//! argument is the number of ranks.

use onrush::prelude::*;
use onrush_cluster::{Cluster, Rank, Result, Traffic, reduce_by_key, scan_by_key_inclusive, sort_by_key};

const PAYMENTS: usize = 200_000;
const ACCOUNTS: u32 = 11;

/// An account, its last balance and its largest payment.
type Account = (u32, f32, f32);

/// The accounts, on every rank. `account` and `amount` are the payments in the order of time.
fn balances<B: Backend>(rank: &Rank<B>, account: &[u32], amount: &[f32]) -> Result<(Vec<Account>, Traffic)> {
    let mut keys = rank.shard(account)?;
    // A record has its position in time beside its amount: tuples are columns.
    let mut records = rank.shard(amount)?.iter().zip(rank.range(0..amount.len())).collect()?;
    sort_by_key(&mut keys, &mut records)?;

    let amounts = || records.iter().map(op!(|(amount, _): (f32, usize)| amount));
    let balance = scan_by_key_inclusive(&keys, amounts(), Sum).collect()?;
    let largest = reduce_by_key(&keys, amounts(), Max).collect()?;
    // The balance of an account's last payment is that of the account.
    let last = reduce_by_key(&keys, &balance, op!(|_: f32, later: f32| later)).collect()?;
    let accounts = last.to_vec()?.into_iter().zip(largest.to_vec()?);

    // Stable: payments of one account stay in the order of time.
    let (of_keys, of_records) = (keys.windows::<2>()?, records.windows::<2>()?);
    let in_time = of_keys.iter().zip(&of_records).all(op!(|(key, record): ([u32; 2], [(f32, usize); 2])| {
        key[0] < key[1] || (key[0] == key[1] && record[0].1 < record[1].1)
    }))?;
    assert!(in_time, "accounts ascend, and times within each");
    let accounts = accounts.map(|((account, balance), (_, largest))| (account, balance, largest));
    Ok((accounts.collect(), rank.traffic()))
}

fn main() -> Result<()> {
    let ranks = std::env::args().nth(1).and_then(|ranks| ranks.parse().ok()).unwrap_or(4);
    let account: Vec<u32> = (0..PAYMENTS as u32).map(|i| i.wrapping_mul(2_654_435_761) % ACCOUNTS).collect();
    let amount: Vec<f32> = (0..PAYMENTS).map(|i| (i * 7919 % 20_011) as f32 / 100.0 - 99.0).collect();

    // Several GPUs: `(0..ranks).map(Device::cuda).collect::<Result<_, _>>()?`. Here each rank has a thread of the CPU.
    let devices = vec![Cpu::with_threads(1)?; ranks];
    let alone = Cluster::new([Cpu::new()]).run(|rank| balances(rank, &account, &amount))?;
    let together = Cluster::new(devices).run(|rank| balances(rank, &account, &amount))?;
    for (rank, (accounts, traffic)) in together.iter().enumerate() {
        println!("rank {rank} has sent {} KB in {} rounds", traffic.bytes / 1000, traffic.rounds);
        assert_eq!(*accounts, alone[0].0, "all ranks have the bits of one device");
    }
    for (account, balance, largest) in &together[0].0 {
        println!("account {account}: {balance:.2}, at most {largest:.2}");
    }
    assert_eq!(together[0].0.len(), ACCOUNTS as usize);
    Ok(())
}

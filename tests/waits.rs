//! Each wait of the host for a GPU is an event of `tracing` with the user's line, and calls that only queue have none.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use onrush::prelude::*;
use onrush_cuda::Cuda;
use tracing::field::{Field, Visit};

/// Keeps the messages about waits, and uses the device meanwhile.
struct Listener {
    device: Cuda,
    waits: Arc<Mutex<Vec<String>>>,
}

impl tracing::Subscriber for Listener {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == "onrush::wait"
    }
    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        struct Message(String);
        impl Visit for Message {
            fn record_debug(&mut self, _: &Field, value: &dyn Debug) {
                self.0 += &format!("{value:?}");
            }
        }
        let mut message = Message(String::new());
        event.record(&mut message);
        // The events of this call are lost, as those of a subscriber's own are.
        assert_eq!(self.device.range(0..100).sum(), Ok(4950));
        self.waits.lock().expect("no thread panics with it").push(message.0);
    }
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

/// The lines of a program, in which it waits as the second part of each says.
fn program(device: &Cuda) -> onrush::Result<Vec<(u32, &'static str)>> {
    let mut lines = Vec::new();
    let x = device.upload(&[5u32, 0, 2, 7])?;
    let y = x.iter().map(op!(|v: u32| v + 1)).collect()?;
    let mut z = y.iter().scan_inclusive(Sum).collect()?;
    z.sort()?;
    lines.push((line!() + 1, "for a result"));
    let few = z.iter().filter(op!(|v: u32| v > 6)).collect()?;
    lines.push((line!() + 1, "for a result"));
    let sum = few.iter().sum()?;
    lines.push((line!() + 1, "for a copy to the host"));
    assert_eq!((few.to_vec()?, sum), (vec![7, 10, 18], 35));
    let mut host = [0; 3];
    lines.push((line!() + 1, "for a copy to the host"));
    few.as_slice().copy_to(&mut host)?;
    lines.push((line!() + 1, "for a copy to the host"));
    assert_eq!(few.at(1)?, 10);
    lines.push((line!() + 1, "for its stream"));
    device.synchronize()?;
    Ok(lines)
}

#[test]
fn each_wait_is_told() -> onrush::Result<()> {
    let (device, waits) = (Cuda::emulated(), Arc::new(Mutex::new(Vec::new())));
    let listener = Listener { device: device.clone(), waits: waits.clone() };
    let expected = tracing::subscriber::with_default(listener, || program(&device))?;
    let waits = waits.lock().expect("no thread panics with it");
    let told = waits.iter().map(|message| {
        let line = message.split(':').nth_back(1).and_then(|line| line.parse().ok()).unwrap_or(0);
        let what =
            message.split_once(" µs ").and_then(|(_, what)| what.split_once(" at ")).map_or("", |(what, _)| what);
        assert!(message.starts_with("the host waited ") && message.contains("waits.rs"), "{message}");
        (line, what)
    });
    assert_eq!(told.collect::<Vec<_>>(), expected);
    Ok(())
}

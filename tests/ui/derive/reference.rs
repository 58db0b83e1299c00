use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Name<'a> {
    text: &'a u8,
    len: u32,
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let names = device.upload(&[Name { text: &7, len: 1 }])?;
    let lengths = names.iter().map(op!(|name: Name| name.len)).collect()?;
    println!("{:?}", lengths.to_vec()?);
    Ok(())
}

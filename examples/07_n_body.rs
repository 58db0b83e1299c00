//! n bodies: masses that attract each other, moved by the leapfrog method.
//!
//! It shows structs of one's own on the device, a `#[device]` impl, a view that every item reads as a whole, and a
//! vector that is changed in place in each step.

use onrush::prelude::*;

const BODIES: usize = 256;
const STEP: f64 = 0.002;

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Body {
    position: [f64; 3],
    velocity: [f64; 3],
    mass: f64,
}

#[device]
impl Body {
    /// The potential energy of two bodies, softened so that near ones don't fly apart.
    fn potential(&self, other: &Body) -> f64 {
        let d = self.distance(other);
        -self.mass * other.mass / d
    }

    fn distance(&self, other: &Body) -> f64 {
        let mut d = 0.01;
        for k in 0..3 {
            d += (other.position[k] - self.position[k]) * (other.position[k] - self.position[k]);
        }
        d.sqrt()
    }
}

/// The energy of all bodies, which the motion keeps.
fn energy(bodies: &DeviceVec<Body, Device>) -> onrush::Result<f64> {
    let all = bodies.view();
    let of_body = op!(|i: usize| {
        let body = all[i];
        let v = body.velocity;
        let mut energy = 0.5 * body.mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        for j in 0..i {
            energy += body.potential(&all[j]);
        }
        energy
    });
    bodies.device().tabulate(bodies.len(), of_body).sum()
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    // A spiral of bodies at rest.
    let mut bodies = device
        .tabulate(
            BODIES,
            op!(|i: usize| {
                let t = i as f64 / BODIES as f64;
                let spiral = [t * (40.0 * t).cos(), t * (40.0 * t).sin(), 0.2 * (90.0 * t).sin()];
                Body { position: spiral, velocity: [0.0; 3], mass: 1.0 / BODIES as f64 }
            }),
        )
        .collect()?;
    let before = energy(&bodies)?;
    for step in 0..50 {
        // Half of a step's velocity for the first step puts velocities between the positions in time.
        let dt = if step == 0 { STEP / 2.0 } else { STEP };
        let all = bodies.view();
        let pull = op!(|body: Body| {
            let mut v = body.velocity;
            for j in 0..all.len() {
                let other = all[j];
                let d = body.distance(&other);
                for k in 0..3 {
                    v[k] += dt * other.mass * (other.position[k] - body.position[k]) / (d * d * d);
                }
            }
            v
        });
        let velocities = bodies.iter().map(pull).collect()?;
        bodies.iter_mut().zip(&velocities).for_each(op!(|(body, v): (&mut Body, [f64; 3])| {
            body.velocity = v;
            for k in 0..3 {
                body.position[k] += STEP * v[k];
            }
        }))?;
    }
    let after = energy(&bodies)?;
    println!("energy before {before:.6}, after {after:.6}");
    assert!(((after - before) / before).abs() < 0.01);
    Ok(())
}

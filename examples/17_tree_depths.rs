//! The depths of all nodes of a tree that is given by the parent of each node.
//!
//! It shows pointer jumping (J. C. Wyllie, 1979): in each step every node's pointer moves to where its target's pointer
//! points. The distances double, so a tree of depth `d` takes log₂ `d` steps, whatever its shape; a walk level by level
//! takes `d`.

use onrush::prelude::*;

const NODES: usize = 30_000;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    // A long path, from which random twigs branch off. The root is its own parent.
    let rng = Rng::new(11);
    let parent = op!(|i: usize| {
        if i == 0 {
            0
        } else if i < NODES / 3 {
            i as u32 - 1
        } else {
            rng.at(i).below_u32(i as u32)
        }
    });
    let parent = device.tabulate(NODES, parent).collect()?;

    // For each node, the node that its pointer has reached, and the number of edges up to there.
    let mut ahead = parent.try_clone()?;
    let mut depth = device.tabulate(NODES, op!(|i: usize| (i > 0) as u32)).collect()?;
    let (mut next, mut sum) = (ahead.try_clone()?, depth.try_clone()?);
    let mut steps = 0;
    while ahead.iter().any(op!(|p: u32| p != 0))? {
        let (a, d) = (ahead.view(), depth.view());
        let jump = op!(|i: usize| {
            let p = a[i] as usize;
            (a[p], d[i] + d[p])
        });
        device.tabulate(NODES, jump).collect_into((&mut next, &mut sum))?;
        std::mem::swap(&mut ahead, &mut next);
        std::mem::swap(&mut depth, &mut sum);
        steps += 1;
    }
    let deepest = depth.iter().max()?.unwrap_or(0);
    println!("{NODES} nodes, the deepest one {deepest} edges below the root: {steps} steps");
    assert_eq!(steps, deepest.next_power_of_two().ilog2());

    // Parents have smaller numbers than their children, so one loop knows the depth of each parent in time.
    let parents = parent.to_vec()?;
    let mut expected = vec![0; NODES];
    for i in 1..NODES {
        expected[i] = expected[parents[i] as usize] + 1;
    }
    assert_eq!(depth.to_vec()?, expected);
    Ok(())
}

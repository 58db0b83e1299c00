//! Recorded work that a GPU repeats while a flag in its memory holds: CUDA's conditional node, around the graph of the work. A kernel
//! before the first round and behind each one says whether another follows.
#![allow(unsafe_code)]

use std::ptr;
use std::sync::Arc;

use super::api::{self, ConditionalNodeParams, NodeParams};
use super::graph::{self, Graph, Node};
use super::stream::Stream;
use crate::driver::machine::{Condition, LOOP_ROOM, MachineGraph, MachineLoop};
use crate::driver::recording::Work;
use crate::driver::{DriverError, LoadedKernel};

/// The program that says whether another round follows. The rounds that are left are counted in memory, where the node before the loop
/// stores what a launch asks for, so that of the two tests' nodes it alone is set for a launch. The driver has the function that is only
/// declared here.
pub(super) const TEXT: &str = include_str!("repeated.cu");

/// The parameters of the program.
#[repr(C)]
struct TestParams {
    handle: u64,
    room: u64,
    launch: Condition,
    begins: u64,
}
const _: () = assert!(size_of::<Condition>() == LOOP_ROOM && size_of::<TestParams>() == 48);

impl TestParams {
    fn bytes(&self) -> [u8; 48] {
        let TestParams { handle, room, launch: Condition { flag, most, failing }, begins } = self;
        let mut bytes = [0; 48];
        for (to, word) in bytes.chunks_exact_mut(8).zip([handle, room, flag, most, failing, begins]) {
            to.copy_from_slice(&word.to_ne_bytes());
        }
        bytes
    }
}

/// A graph of a test, and of a loop of the work and a further test.
pub(super) struct Repeated {
    graph: Graph,
    first: Node,
    handle: u64,
    room: u64,
    /// The program of the tests, which the graph uses.
    _program: Arc<LoadedKernel>,
}

impl Repeated {
    /// The loop of this work, which was recorded for the stream; `None` if the driver or the work has none. The room has [`LOOP_ROOM`]
    /// bytes.
    pub(super) fn new(
        stream: Arc<Stream>,
        work: &[Work],
        program: Arc<LoadedKernel>,
        room: u64,
    ) -> Result<Option<Self>, DriverError> {
        let Some(loops) = stream.context().api.loops.as_ref().filter(|_| Graph::has(work)) else { return Ok(None) };
        let mut graph = Graph::empty(stream.clone())?;
        let (context, mut handle) = (stream.context(), 0);
        // SAFETY: graph and context are alive; one number is written.
        let result =
            unsafe { cu!(loops, cuGraphConditionalHandleCreate(&mut handle, graph.handle(), context.handle, 0, 0)) };
        context.check("cuGraphConditionalHandleCreate", result)?;
        let launch = Condition { flag: 0, most: 0, failing: 0 };
        let test = |begins| TestParams { handle, room, launch, begins }.bytes();
        let first = graph::add_launch(context, graph.handle(), None, &program, [1, 1, 0], &test(1))?;
        let conditional = ConditionalNodeParams {
            handle,
            kind: api::CONDITIONAL_WHILE,
            size: 1,
            bodies: ptr::null_mut(),
            context: context.handle,
        };
        let mut params = NodeParams::conditional(conditional);
        let mut node = ptr::null_mut();
        // SAFETY: graph and node are alive, the handle is the graph's; one handle, and the address of the body's within the parameters,
        // are written.
        let result = unsafe {
            let (first, no_data) = (&raw const first.handle, ptr::null());
            cu!(loops, cuGraphAddNode_v2(&mut node, graph.handle(), first, no_data, 1, &raw mut params))
        };
        context.check("cuGraphAddNode", result)?;
        if params.conditional.bodies.is_null() {
            return Ok(None);
        }
        // SAFETY: the driver has written the address of one handle, which stays as long as the node.
        let body = unsafe { *params.conditional.bodies };
        graph.add_all(body, work)?;
        graph::add_launch(context, body, graph.last(), &program, [1, 1, 0], &test(0))?;
        graph.instantiate()?;
        Ok(Some(Repeated { graph, first, handle, room, _program: program }))
    }
}

impl MachineGraph for Repeated {
    fn set(&mut self, at: usize, params: &[u8]) -> Result<(), DriverError> {
        self.graph.set(at, params)
    }

    unsafe fn launch(&mut self) -> Result<(), DriverError> {
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.graph.launch() }
    }
}

impl MachineLoop for Repeated {
    fn set_condition(&mut self, condition: Condition) -> Result<(), DriverError> {
        let params = TestParams { handle: self.handle, room: self.room, launch: condition, begins: 1 };
        self.graph.set_node(&self.first, &params.bytes())
    }
}

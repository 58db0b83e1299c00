//! Recorded work as a graph of CUDA's: each piece is a node behind the one before it.
#![allow(unsafe_code)]

use std::any::Any;
use std::ptr;
use std::sync::Arc;

use super::api::{CuGraph, CuGraphExec, CuGraphNode, KernelNodeParams, MemsetNodeParams};
use super::context::Context;
use super::module::{Module, extra};
use super::stream::Stream;
use crate::driver::machine::MachineGraph;
use crate::driver::recording::{Launch, Work};
use crate::driver::{DriverError, LoadedKernel};

/// A graph that can be launched.
pub(super) struct Graph {
    pub(super) stream: Arc<Stream>,
    graph: CuGraph,
    executable: CuGraphExec,
    /// The work's nodes, in the list's order.
    nodes: Vec<Node>,
}

/// A node, with its parameters but for the kernel's own if it is a launch.
pub(super) struct Node {
    pub(super) handle: CuGraphNode,
    launch: Option<KernelNodeParams>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles; those of one graph are called by one thread
// at a time, since its owner has it by `&mut`.
unsafe impl Send for Graph {}
// SAFETY: a shared graph does nothing.
unsafe impl Sync for Graph {}
// SAFETY: a node is its graph's; the pointers in its parameters are null.
unsafe impl Send for Node {}
// SAFETY: as above.
unsafe impl Sync for Node {}

impl Graph {
    /// The graph of this work, which was recorded for the stream; `None` if [there is none](Self::has).
    pub(super) fn new(stream: Arc<Stream>, work: &[Work]) -> Result<Option<Self>, DriverError> {
        if !Self::has(work) {
            return Ok(None);
        }
        let mut graph = Self::empty(stream)?;
        graph.add_all(graph.graph, work)?;
        graph.instantiate()?;
        Ok(Some(graph))
    }

    /// Whether there are graphs of this work: it is some, without a copy, of which no call makes so many that a node were worth its
    /// parameters.
    pub(super) fn has(work: &[Work]) -> bool {
        !work.is_empty() && !work.iter().any(|work| matches!(work, Work::Copy { .. }))
    }

    /// A graph without nodes. The context is bound.
    pub(super) fn empty(stream: Arc<Stream>) -> Result<Self, DriverError> {
        stream.context().bind()?;
        let mut graph = Graph { stream, graph: ptr::null_mut(), executable: ptr::null_mut(), nodes: Vec::new() };
        let context = graph.stream.context();
        // SAFETY: one handle is written.
        context.check("cuGraphCreate", unsafe { cu!(context.api, cuGraphCreate(&mut graph.graph, 0)) })?;
        Ok(graph)
    }

    pub(super) fn handle(&self) -> CuGraph {
        self.graph
    }

    /// Adds work to this graph or one within it, each piece behind the one before it.
    pub(super) fn add_all(&mut self, to: CuGraph, work: &[Work]) -> Result<(), DriverError> {
        for work in work {
            let before = self.nodes.last().map(|node| node.handle);
            let node = add(self.stream.context(), to, before, work)?;
            self.nodes.push(node);
        }
        Ok(())
    }

    /// The last node of the work.
    pub(super) fn last(&self) -> Option<CuGraphNode> {
        self.nodes.last().map(|node| node.handle)
    }

    /// Makes what can be launched. The context is bound.
    pub(super) fn instantiate(&mut self) -> Result<(), DriverError> {
        let context = self.stream.context();
        // SAFETY: the graph is alive; one handle is written.
        let result = unsafe { cu!(context.api, cuGraphInstantiateWithFlags(&mut self.executable, self.graph, 0)) };
        context.check("cuGraphInstantiateWithFlags", result)
    }

    /// Sets the parameters of a launch's node, for launches from now on. They are as long as before.
    pub(super) fn set_node(&self, node: &Node, params: &[u8]) -> Result<(), DriverError> {
        let context = self.stream.context();
        context.bind()?;
        let Node { handle, launch: Some(node) } = node else {
            return Err(DriverError::Misfit("the node is no launch".into()));
        };
        let mut size = params.len();
        let mut extra = extra(params, &mut size);
        let node = KernelNodeParams { extra: extra.as_mut_ptr(), ..*node };
        // SAFETY: graph and node are alive; the parameters, as long as those that the node was made with, are copied before the call
        // returns. Launches that are queued keep theirs.
        let result =
            unsafe { cu!(context.api, cuGraphExecKernelNodeSetParams(self.executable, *handle, &raw const node)) };
        context.check("cuGraphExecKernelNodeSetParams", result)
    }
}

/// Adds a piece of work to a graph. The context is bound.
fn add(context: &Context, to: CuGraph, before: Option<CuGraphNode>, work: &Work) -> Result<Node, DriverError> {
    match work {
        Work::Launch(Launch { kernel, grid, params, .. }) => add_launch(context, to, before, kernel, *grid, params),
        Work::Zero { to: memory, bytes } => {
            let node = MemsetNodeParams { to: *memory, pitch: 0, value: 0, element_bytes: 1, width: *bytes, height: 1 };
            let (mut handle, count) = (ptr::null_mut(), before.iter().len());
            let before = before.unwrap_or(ptr::null_mut());
            // SAFETY: graph, context and the node before are alive; the parameters are copied; one handle is written.
            let result = unsafe {
                let (node, before, own) = (&raw const node, &raw const before, context.handle);
                cu!(context.api, cuGraphAddMemsetNode(&mut handle, to, before, count, node, own))
            };
            context.check("cuGraphAddMemsetNode", result)?;
            Ok(Node { handle, launch: None })
        }
        Work::Copy { .. } => Err(DriverError::Misfit("a copy is no node".into())),
    }
}

/// Adds a launch to a graph. The context is bound.
pub(super) fn add_launch(
    context: &Context,
    to: CuGraph,
    before: Option<CuGraphNode>,
    kernel: &LoadedKernel,
    [blocks, threads, shared]: [u32; 3],
    params: &[u8],
) -> Result<Node, DriverError> {
    let program: &dyn Any = &*kernel.program;
    let module: &Module =
        program.downcast_ref().ok_or_else(|| DriverError::Misfit("the program is another machine's".into()))?;
    let mut node = KernelNodeParams {
        function: module.function(),
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        shared_bytes: module.shared_bytes() + shared,
        params: ptr::null_mut(),
        extra: ptr::null_mut(),
    };
    let mut size = params.len();
    let mut extra = extra(params, &mut size);
    node.extra = extra.as_mut_ptr();
    let (mut handle, count) = (ptr::null_mut(), before.iter().len());
    let before = before.unwrap_or(ptr::null_mut());
    // SAFETY: graph, function and the node before are alive and of one context; the parameters are copied before the call returns; one
    // handle is written.
    let result = unsafe {
        let (node, before) = (&raw const node, &raw const before);
        cu!(context.api, cuGraphAddKernelNode(&mut handle, to, before, count, node))
    };
    context.check("cuGraphAddKernelNode", result)?;
    node.extra = ptr::null_mut();
    Ok(Node { handle, launch: Some(node) })
}

impl MachineGraph for Graph {
    fn set(&mut self, at: usize, params: &[u8]) -> Result<(), DriverError> {
        let node =
            self.nodes.get(at).ok_or_else(|| DriverError::Misfit("there is no such launch in the graph".into()))?;
        self.set_node(node, params)
    }

    unsafe fn launch(&mut self) -> Result<(), DriverError> {
        let context = self.stream.context();
        context.bind()?;
        // SAFETY: graph and stream are alive and of one context; the caller keeps the contract of this function.
        let result = unsafe { cu!(context.api, cuGraphLaunch(self.executable, self.stream.handle())) };
        self.stream.count(context.check("cuGraphLaunch", result))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let context = self.stream.context();
        if context.bind().is_err() {
            return;
        }
        // SAFETY: `new` has made them, and they are destroyed once; the driver keeps a graph whose launch isn't done until it is. A
        // failure can't be handled.
        unsafe {
            if !self.executable.is_null() {
                let _ = cu!(context.api, cuGraphExecDestroy(self.executable));
            }
            if !self.graph.is_null() {
                let _ = cu!(context.api, cuGraphDestroy(self.graph));
            }
        }
    }
}

//! Recorded work as a graph of CUDA's: each piece is a node behind the one before it.
#![allow(unsafe_code)]

use std::any::Any;
use std::ptr;
use std::sync::Arc;

use super::api::{CuGraph, CuGraphExec, CuGraphNode, KernelNodeParams, MemsetNodeParams};
use super::module::{Module, extra};
use super::stream::Stream;
use crate::driver::DriverError;
use crate::driver::machine::MachineGraph;
use crate::driver::recording::{Launch, Work};

/// A graph that can be launched.
pub(super) struct Graph {
    stream: Arc<Stream>,
    graph: CuGraph,
    executable: CuGraphExec,
    nodes: Vec<Node>,
}

/// A node, with its parameters but for the kernel's own if it is a launch.
struct Node {
    handle: CuGraphNode,
    launch: Option<KernelNodeParams>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles; those of one graph are called by one thread
// at a time, since they take it by `&mut`. The pointers in the parameters are null.
unsafe impl Send for Graph {}
// SAFETY: a shared graph does nothing.
unsafe impl Sync for Graph {}

impl Graph {
    /// The graph of this work, which was recorded for the stream; `None` if there is none, or a copy in it, of which no call makes so many
    /// that a node were worth its parameters.
    pub(super) fn new(stream: Arc<Stream>, work: &[Work]) -> Result<Option<Self>, DriverError> {
        if work.is_empty() || work.iter().any(|work| matches!(work, Work::Copy { .. })) {
            return Ok(None);
        }
        stream.context().bind()?;
        let nodes = Vec::with_capacity(work.len());
        let mut graph = Graph { stream, graph: ptr::null_mut(), executable: ptr::null_mut(), nodes };
        let context = graph.stream.context();
        // SAFETY: one handle is written.
        context.check("cuGraphCreate", unsafe { cu!(context.api, cuGraphCreate(&mut graph.graph, 0)) })?;
        for work in work {
            let node = graph.add(work)?;
            graph.nodes.push(node);
        }
        let context = graph.stream.context();
        // SAFETY: the graph is alive; one handle is written.
        let result = unsafe { cu!(context.api, cuGraphInstantiateWithFlags(&mut graph.executable, graph.graph, 0)) };
        context.check("cuGraphInstantiateWithFlags", result)?;
        Ok(Some(graph))
    }

    fn add(&self, work: &Work) -> Result<Node, DriverError> {
        let context = self.stream.context();
        let before = self.nodes.last().map_or(ptr::null_mut(), |node| node.handle);
        let (before, count) = (&raw const before, self.nodes.len().min(1));
        let mut handle = ptr::null_mut();
        match work {
            Work::Launch(Launch { kernel, grid: [blocks, threads, shared], params, .. }) => {
                let program: &dyn Any = &*kernel.program;
                let module: &Module = program
                    .downcast_ref()
                    .ok_or_else(|| DriverError::Misfit("the program is another machine's".into()))?;
                let mut node = KernelNodeParams {
                    function: module.function(),
                    grid: [*blocks, 1, 1],
                    block: [*threads, 1, 1],
                    shared_bytes: module.shared_bytes() + *shared,
                    params: ptr::null_mut(),
                    extra: ptr::null_mut(),
                };
                let mut size = params.len();
                let mut extra = extra(params, &mut size);
                node.extra = extra.as_mut_ptr();
                // SAFETY: graph, function and the node before are alive and of one context; the parameters are copied before the call
                // returns; one handle is written.
                let result = unsafe {
                    cu!(context.api, cuGraphAddKernelNode(&mut handle, self.graph, before, count, &raw const node))
                };
                context.check("cuGraphAddKernelNode", result)?;
                node.extra = ptr::null_mut();
                Ok(Node { handle, launch: Some(node) })
            }
            Work::Zero { to, bytes } => {
                let node = MemsetNodeParams { to: *to, pitch: 0, value: 0, element_bytes: 1, width: *bytes, height: 1 };
                // SAFETY: graph, context and the node before are alive; the parameters are copied; one handle is written.
                let result = unsafe {
                    let (node, own) = (&raw const node, context.handle);
                    cu!(context.api, cuGraphAddMemsetNode(&mut handle, self.graph, before, count, node, own))
                };
                context.check("cuGraphAddMemsetNode", result)?;
                Ok(Node { handle, launch: None })
            }
            Work::Copy { .. } => Err(DriverError::Misfit("a copy is no node".into())),
        }
    }
}

impl MachineGraph for Graph {
    fn set(&mut self, at: usize, params: &[u8]) -> Result<(), DriverError> {
        let context = self.stream.context();
        context.bind()?;
        let Some(Node { handle, launch: Some(node) }) = self.nodes.get(at) else {
            return Err(DriverError::Misfit("there is no such launch in the graph".into()));
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

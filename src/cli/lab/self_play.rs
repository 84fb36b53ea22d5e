use anyhow::{bail, ensure};
use clap::Args;

use quadriga::engine::{EngineOptions, HASH_MIB};
use quadriga::lab::datagen::NodeLimit;

/// How to search the positions of games, and with which resources.
#[derive(Debug, Args)]
pub struct SelfPlayArguments {
    /// Nodes per position, or with --soft-nodes the hard limit [default: 12 × soft].
    #[arg(
        long,
        value_name = "NUMBER",
        required_unless_present = "soft_nodes",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: Option<u64>,

    /// Soft node limit: start no new iteration after it.
    ///
    /// It is raised while the best move is unstable, and lowered when it is stable.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: Option<u64>,

    /// Concurrent games.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,

    /// Size of each thread's hash table in MiB.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = EngineOptions::default().hash_mib() as i64,
        value_parser = clap::value_parser!(i64).range(HASH_MIB)
    )]
    hash: i64,
}

impl SelfPlayArguments {
    /// The node limit of each search.
    pub fn node_limit(&self) -> anyhow::Result<NodeLimit> {
        match (self.nodes, self.soft_nodes) {
            (Some(nodes), None) => Ok(NodeLimit::Nodes(nodes)),
            (None, Some(soft)) => Ok(NodeLimit::soft(soft)),
            (Some(limit), Some(soft)) => {
                ensure!(limit >= soft, "--nodes {limit} must be at least --soft-nodes {soft}");
                Ok(NodeLimit::SoftNodes { soft, limit })
            }
            (None, None) => bail!("either --nodes or --soft-nodes is needed"),
        }
    }

    /// The number of concurrent games.
    pub fn threads(&self) -> usize {
        self.threads.into()
    }

    /// The size of each thread's hash table in MiB.
    pub fn hash_mib(&self) -> usize {
        self.hash as usize
    }
}

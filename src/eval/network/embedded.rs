use std::sync::{Arc, OnceLock};

use super::{NetworkFile, PackedNetwork};

/// A place for a network that is part of the program. It is unpacked when it is first used.
#[derive(Debug)]
pub struct Embedded {
    file: Option<&'static [u8]>,
    network: OnceLock<Option<Arc<PackedNetwork>>>,
}

impl Embedded {
    /// The maximum size of the file.
    pub const MAX_BYTES: usize = 4 << 20;

    /// The network in a file with these contents, or none.
    pub const fn new(file: Option<&'static [u8]>) -> Self {
        Self { file, network: OnceLock::new() }
    }

    /// The file's contents, if there is one.
    pub const fn file(&self) -> Option<&'static [u8]> {
        self.file
    }

    /// The network's name, if there is one; the network is not unpacked for it.
    pub fn name(&self) -> Option<String> {
        NetworkFile::network_name(self.file?).ok()
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<Arc<PackedNetwork>> {
        self.network.get_or_init(|| self.read().map(Arc::new)).clone()
    }

    fn read(&self) -> Option<PackedNetwork> {
        NetworkFile::decode(self.file?)
            .map(|file| PackedNetwork::new(&file.network))
            .inspect_err(|error| log::error!("the built-in network cannot be used: {error}"))
            .ok()
    }
}

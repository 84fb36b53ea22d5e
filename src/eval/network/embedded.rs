use std::sync::{Arc, OnceLock};

use super::{NetworkFile, PackedNetwork};

/// A slot for a network built into the program, unpacked on first use.
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

    /// The network's name, if there is one; does not unpack the network.
    ///
    /// # Panics
    /// If the file is invalid, which the tests of the games rule out.
    pub fn name(&self) -> Option<String> {
        self.file.map(|file| NetworkFile::network_name(file).expect(VALID))
    }

    /// The network, if there is one.
    ///
    /// # Panics
    /// If the file is invalid, which the tests of the games rule out.
    pub fn network(&self) -> Option<Arc<PackedNetwork>> {
        let decode = |file| Arc::new(PackedNetwork::new(&NetworkFile::decode(file).expect(VALID).network));
        self.network.get_or_init(|| self.file.map(decode)).clone()
    }
}

const VALID: &str = "a built-in network is valid";

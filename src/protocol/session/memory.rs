//! How much memory is free. An operating system may grant more than it has, and kill the program that uses the memory.

use std::fs;

const MIB: u64 = 1 << 20;

/// The free memory in MiB, if the system reports it: Linux does, for the machine and for the program's control group.
pub(super) fn available_mib() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(available_in_meminfo);
    let group = || {
        let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?;
        let used = fs::read_to_string("/sys/fs/cgroup/memory.current").ok()?;
        available_in_group(&limit, &used)
    };
    machine.into_iter().chain(group()).min()
}

/// The resident memory of this process in MiB, if the system reports it. It excludes pages of a hash table that were
/// never written, which would not become free with the table either.
pub(super) fn resident_mib() -> Option<u64> {
    fs::read_to_string("/proc/self/status").ok().as_deref().and_then(resident_in_status)
}

/// The resident memory in `/proc/self/status`, in MiB.
fn resident_in_status(text: &str) -> Option<u64> {
    field_in_mib(text, "VmRSS:")
}

/// The available memory in `/proc/meminfo`, in MiB.
fn available_in_meminfo(text: &str) -> Option<u64> {
    field_in_mib(text, "MemAvailable:")
}

/// The value of a line `NAME N kB` of a file in `/proc`, in MiB.
fn field_in_mib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}

/// The memory left to a control group by its `memory.max` and `memory.current`, in MiB; `None` if unlimited.
fn available_in_group(limit: &str, used: &str) -> Option<u64> {
    let limit: u64 = limit.trim().parse().ok()?;
    let used: u64 = used.trim().parse().ok()?;
    Some(limit.saturating_sub(used) / MIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_the_machine_is_read() {
        let text = "MemTotal:       24627000 kB\nMemFree:          100 kB\nMemAvailable:   2097152 kB\n";
        assert_eq!(available_in_meminfo(text), Some(2048));
        assert_eq!(available_in_meminfo("MemTotal: 1 kB"), None);
    }

    #[test]
    fn memory_of_this_process_is_read() {
        let text = "Name:\tquadriga\nVmPeak:\t   65536 kB\nVmRSS:\t    4100 kB\n";
        assert_eq!(resident_in_status(text), Some(4));
        assert_eq!(resident_in_status("Name:\tquadriga\n"), None);
    }

    #[test]
    fn cgroup_memory_limit_is_read() {
        assert_eq!(available_in_group("1073741824\n", "536870912\n"), Some(512));
        assert_eq!(available_in_group("1048576\n", "5242880\n"), Some(0));
        assert_eq!(available_in_group("max\n", "536870912\n"), None);
    }
}

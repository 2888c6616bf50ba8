//! How much memory this process has taken, and how much the machine has left; `None` where the kernel does not say.

/// The most that was resident.
pub fn peak_memory_mb() -> Option<usize> {
    memory_line("/proc/self/status", "VmHWM:").map(|kilobytes| kilobytes.div_ceil(1024))
}

/// What could be had without pushing others out.
pub fn free_memory_mb() -> Option<usize> {
    memory_line("/proc/meminfo", "MemAvailable:").map(|kilobytes| kilobytes / 1024)
}

/// The kilobytes that a file of the kernel tells.
fn memory_line(file: &str, name: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

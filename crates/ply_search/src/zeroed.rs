//! Memory for large tables: zeros that the system hands out when they are first touched, in large pages where it has them.

use std::alloc::{Layout, alloc_zeroed};
use std::ptr;
use std::sync::atomic::{AtomicU8, AtomicU64};

/// Types that may be made of zeros.
///
/// # Safety
/// A value whose bytes are all zero is a value of the type.
pub unsafe trait Zeroed {}

// SAFETY: an atomic number has the bytes of the number.
unsafe impl Zeroed for AtomicU8 {}
// SAFETY: as above.
unsafe impl Zeroed for AtomicU64 {}

/// So many of them, if the system has the memory.
pub fn zeroed_slice<T: Zeroed>(count: usize) -> Option<Box<[T]>> {
    let layout = Layout::array::<T>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout is not empty.
    let start = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if start.is_null() {
        return None;
    }
    // SAFETY: the memory was just given by the allocator that a box frees it with, for this layout, and zeros are values.
    let slice = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(start, count)) };
    ask_for_large_pages(&slice);
    Some(slice)
}

/// The bytes of the smallest pages in which memory is handed out.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

/// Asks the system for pages of two megabytes. Whoever looks here and there in a large table misses the processor's list of
/// pages as well as its cache, and the system is called for every 4 kB: a tenth of the time of Simplexity's champion with
/// its 32 MB.
#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(slice: &[T]) {
    let start = slice.as_ptr().cast_mut().map_addr(|address| address.next_multiple_of(PAGE));
    let length = (slice.as_ptr_range().end.addr().saturating_sub(start.addr())) / PAGE * PAGE;
    // SAFETY: the pages lie within the slice, and the advice changes nothing that is in them. Where it is refused, the
    // table is only slower.
    let _slower = unsafe { rustix::mm::madvise(start.cast(), length, rustix::mm::Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_slice: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_room_for_is_not_given() {
        assert!(zeroed_slice::<AtomicU64>(usize::MAX).is_none());
        assert!(zeroed_slice::<AtomicU64>(usize::MAX / 16).is_none());
        assert_eq!(zeroed_slice::<AtomicU8>(5).map(|bytes| bytes.len()), Some(5));
    }
}

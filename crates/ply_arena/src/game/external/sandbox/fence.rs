//! The fence: namespaces in which there is nothing but the program, and a user who owns nothing.
//!
//! An ordinary user gets them by way of a user namespace, in which only this user exists. Root needs none: it makes the
//! others as it is, and the program runs as a user of its own, whom no file and no other process belongs to.

use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustix::process::{Gid, Pid, Signal, Uid, WaitOptions, getegid, geteuid, kill_process, waitpid};
use rustix::thread::{UnshareFlags, set_thread_groups, set_thread_res_gid, set_thread_res_uid, unshare_unsafe};

/// Users from here on belong to nobody: no distribution gives such numbers away.
const FIRST_USER: u32 = 0x7000_0000;
/// Numbers of processes are below this.
const PROCESSES: u32 = 1 << 22;
/// Who an ordinary user is behind the fence.
const INNER_USER: u32 = 1000;

/// The user a program runs as where the arena is root: no other program alive has the same. In a container there are
/// fewer users; where there is only one, root is an ordinary user in truth.
pub(super) fn private_user() -> Option<u32> {
    if !geteuid().is_root() {
        return None;
    }
    let map = fs::read_to_string("/proc/self/uid_map").ok()?;
    let ranges = map.lines().filter_map(|line| {
        let mut numbers = line.split_ascii_whitespace().map(str::parse::<u32>);
        Some((numbers.next()?.ok()?, numbers.nth(1)?.ok()?))
    });
    let (first, count) = ranges.max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 1)?;
    let own = std::process::id();
    let free = first == 0 && count > FIRST_USER + PROCESSES;
    Some(if free { FIRST_USER + own } else { first + count - 1 - own % (count / 2) })
}

/// Namespaces of its own for whatever this process forks next, which will be the first process in them. Only root can do
/// so without a namespace of users.
pub(super) fn enter(root: bool) -> io::Result<()> {
    let mut spaces = UnshareFlags::NEWPID | UnshareFlags::NEWIPC | UnshareFlags::NEWNET;
    spaces |= UnshareFlags::NEWUTS | UnshareFlags::NEWCGROUP;
    if root {
        return unshare(spaces);
    }
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(spaces | UnshareFlags::NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{INNER_USER} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{INNER_USER} {group} 1"))
}

/// In a namespace of users: what its users may have of things that the kernel counts by user, and would count on the one
/// who started the arena. No further namespaces.
pub(super) fn limit_users() {
    const MOST: [(&str, u32); 10] = [
        ("inotify_instances", 16),
        ("inotify_watches", 1024),
        ("user_namespaces", 0),
        ("pid_namespaces", 0),
        ("mnt_namespaces", 0),
        ("net_namespaces", 0),
        ("ipc_namespaces", 0),
        ("uts_namespaces", 0),
        ("cgroup_namespaces", 0),
        ("time_namespaces", 0),
    ];
    for (what, most) in MOST {
        // Not every kernel counts all of them; namespaces are refused by seccomp too.
        let _ = fs::write(format!("/proc/sys/user/max_{what}"), most.to_string());
    }
}

/// Parts from what other processes share.
pub(super) fn unshare(spaces: UnshareFlags) -> io::Result<()> {
    // SAFETY: the table of open files stays shared or not as it was; nothing here relies on the other namespaces.
    Ok(unsafe { unshare_unsafe(spaces) }?)
}

/// Copies this process, which has one thread; `None` in the copy.
pub(super) fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: there are no other threads whose locks the copy could find taken.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Ends a copy without the destructors and exit handlers of what it is a copy of.
pub(super) fn leave(code: i32) -> ! {
    // SAFETY: ends this process; nothing of it is used afterwards.
    unsafe { libc::_exit(code) }
}

/// Becomes this user, for good: all rights of root are gone with its number.
pub(super) fn become_user(user: u32) -> io::Result<()> {
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    set_thread_groups(&[])?;
    set_thread_res_gid(gid, gid, gid)?;
    Ok(set_thread_res_uid(uid, uid, uid)?)
}

/// Whether everybody may read a folder and what lies in it.
pub(super) fn is_open(folder: &Path) -> bool {
    let open = |data: &fs::Metadata| {
        let needed = if data.is_dir() { 0o5 } else { 0o4 };
        data.is_symlink() || data.mode() & needed == needed
    };
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    fs::metadata(folder).is_ok_and(|data| open(&data))
        && entries.all(|entry| entry.metadata().is_ok_and(|data| open(&data)))
}

/// A user namespace in which files of `owner` look like those of `user`: mounts are given it, so that the program may
/// read a folder that only its owner may.
pub(super) fn look_of_ownership(owner: (u32, u32), user: u32) -> io::Result<OwnedFd> {
    let (told, mut tell) = io::pipe()?;
    let (mut hear, heard) = io::pipe()?;
    let Some(copy) = fork()? else {
        drop(tell);
        drop(hear);
        let entered = unshare(UnshareFlags::NEWUSER).is_ok();
        let _ = io::Write::write_all(&mut &heard, &[u8::from(entered)]);
        let _ = io::Read::read(&mut &told, &mut [0]);
        leave(0);
    };
    drop(heard);
    let mut entered = [0];
    let made = io::Read::read_exact(&mut hear, &mut entered).and_then(|()| {
        let place = format!("/proc/{}", copy.as_raw_pid());
        fs::write(format!("{place}/uid_map"), format!("{} {user} 1", owner.0))?;
        fs::write(format!("{place}/gid_map"), format!("{} {user} 1", owner.1))?;
        File::open(format!("{place}/ns/user"))
    });
    let _ = io::Write::write_all(&mut tell, &[0]);
    let _ = kill_process(copy, Signal::KILL);
    let _ = waitpid(Some(copy), WaitOptions::empty());
    made.map(OwnedFd::from)
}

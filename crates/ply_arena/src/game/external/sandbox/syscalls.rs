//! System calls that no agent needs, refused by seccomp: the way to the network, to other processes, to the machine's
//! other parts, and to memory that nobody counts.
//!
//! A deny-list: agents in any language must run, and a list of what every runtime needs would always be too short. A
//! refused call fails with `EPERM`, so that a runtime that only tries goes on; of some it is said that the kernel does
//! not have them, so that libraries take another way.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

/// Tracing, mounting, namespaces, the kernel's machinery, other processes' memory and places, `io_uring`, which would
/// open sockets behind the filter, and what there is a fixed number of for the whole machine.
const REFUSED: [i64; 57] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fspick,
    libc::SYS_fsmount,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_settimeofday,
    libc::SYS_adjtimex,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_lookup_dcookie,
    libc::SYS_nfsservctl,
    libc::SYS_mq_open,
    libc::SYS_io_setup,
];

/// Said to be missing. `clone3` hides its flags from filters, `pidfd_send_signal` whom it signals; the others make memory that no process need map, which
/// would be counted nowhere, and some of it would outlive whoever made it.
const MISSING: [i64; 7] = [
    libc::SYS_clone3,
    libc::SYS_pidfd_send_signal,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
];

/// Changes of files by path that landlock does not know of. Behind a fence nothing but the scratch folder can be
/// changed.
const CHANGES: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// The first call that this file does not know (`setxattrat`, Linux 6.13), and with it all that are newer, and those of
/// the x32 architecture, whose numbers are larger still.
const UNKNOWN: u32 = 463;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Refuses them from now on, for this process and all that come from it.
pub(super) fn restrict(fenced: bool) -> Result<(), Error> {
    let Ok(arch) = TargetArch::try_from(std::env::consts::ARCH) else { return Ok(()) };
    let missing = MISSING.iter().map(|call| (*call, Vec::new())).collect();
    let mut refused = refused()?;
    if !fenced {
        refused.extend(CHANGES.iter().map(|call| (*call, Vec::new())));
    }
    seccompiler::apply_filter(&unknown())?;
    for (rules, errno) in [(missing, libc::ENOSYS), (refused, libc::EPERM)] {
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch)?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter(&program)?;
    }
    Ok(())
}

/// Calls from [`UNKNOWN`] on are missing; the next filter checks the architecture.
fn unknown() -> [sock_filter; 4] {
    let step = |code: u32, if_not, k| sock_filter { code: code as u16, jt: 0, jf: if_not, k };
    [
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 1, UNKNOWN),
        step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
        step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

/// A rule for calls whose argument of this place compares so.
fn when(conditions: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, Error> {
    let condition = |(place, op, value): &(u8, SeccompCmpOp, u64)| {
        SeccompCondition::new(*place, SeccompCmpArgLen::Dword, op.clone(), *value)
    };
    Ok(SeccompRule::new(conditions.iter().map(condition).collect::<Result<_, _>>()?)?)
}

fn refused() -> Result<Rules, Error> {
    use SeccompCmpOp::{Eq, MaskedEq, Ne};
    let mut rules: Rules = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    // No socket has a name: processes of a program talk through pairs that they inherit.
    rules.insert(libc::SYS_socket, Vec::new());
    rules.insert(libc::SYS_socketpair, vec![when(&[(0, Ne, libc::AF_UNIX as u64)])?]);
    let spaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    let new_space = |space: i32| when(&[(0, MaskedEq(space as u64), space as u64)]);
    rules.insert(libc::SYS_clone, spaces.into_iter().map(new_space).collect::<Result<_, _>>()?);
    // Limits and places in the queue: everybody's own.
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setaffinity,
    ] {
        rules.insert(call, vec![when(&[(0, Ne, 0)])?]);
    }
    for (call, one_process) in [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)] {
        rules.insert(call, vec![when(&[(0, Ne, one_process)])?, when(&[(1, Ne, 0)])?]);
    }
    // Shared memory without a file: a page of it stays when nobody maps it any more, as long as another is mapped.
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
    let validated = (libc::MAP_SHARED_VALIDATE | libc::MAP_ANONYMOUS) as u64;
    rules.insert(
        libc::SYS_mmap,
        [shared, validated].into_iter().map(|bits| when(&[(3, MaskedEq(0x23), bits)])).collect::<Result<_, _>>()?,
    );
    // A lease makes whoever opens the file wait; watches on folders send signals; locks of open files have no owner by
    // whom they could be counted.
    let requests = [libc::F_SETLEASE, libc::F_NOTIFY, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];
    let requests = requests.map(|request| when(&[(1, Eq, request as u64)]));
    rules.insert(libc::SYS_fcntl, requests.into_iter().collect::<Result<_, _>>()?);
    // Larger buffers than usual would not be counted.
    let buffers = [libc::SO_SNDBUF, libc::SO_SNDBUFFORCE];
    let buffers = buffers.map(|name| when(&[(1, Eq, libc::SOL_SOCKET as u64), (2, Eq, name as u64)]));
    rules.insert(libc::SYS_setsockopt, buffers.into_iter().collect::<Result<_, _>>()?);
    // The first process is the warden: signals to it are the arena's.
    for call in
        [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo]
    {
        rules.insert(call, vec![when(&[(0, Eq, 1)])?]);
    }
    // Words put into a terminal's input.
    let typing = [libc::TIOCSTI, libc::TIOCLINUX].map(|request| when(&[(1, Eq, request)]));
    rules.insert(libc::SYS_ioctl, typing.into_iter().collect::<Result<_, _>>()?);
    let device =
        |place| [libc::S_IFCHR, libc::S_IFBLK].map(|kind| when(&[(place, MaskedEq(libc::S_IFMT.into()), kind.into())]));
    rules.insert(libc::SYS_mknodat, device(2).into_iter().collect::<Result<_, _>>()?);
    #[cfg(target_arch = "x86_64")]
    {
        rules.insert(libc::SYS_mknod, device(1).into_iter().collect::<Result<_, _>>()?);
        for call in [libc::SYS_iopl, libc::SYS_ioperm] {
            rules.insert(call, Vec::new());
        }
    }
    Ok(rules)
}

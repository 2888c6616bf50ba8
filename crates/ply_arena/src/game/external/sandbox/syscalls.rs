//! System calls that no agent needs, refused by seccomp: the way to the network and to the machine's other parts.
//!
//! A deny-list: agents in any language must run, and a list of what every runtime needs would always be too short. A
//! refused call fails with `EPERM`, so that a runtime that only tries goes on.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};

/// Tracing, mounting, namespaces, the kernel's machinery, and `io_uring`, which would open sockets behind the filter.
const REFUSED: [i64; 34] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_open_by_handle_at,
];

/// Refuses them from now on, for this process and all that come from it.
pub(super) fn restrict() -> Result<(), Error> {
    let Ok(arch) = TargetArch::try_from(std::env::consts::ARCH) else { return Ok(()) };
    // `clone3` hides its flags from filters: said to be missing, so that libraries fall back to `clone`.
    let missing = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    for (rules, errno) in [(missing, libc::ENOSYS), (refused()?, libc::EPERM)] {
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch)?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter(&program)?;
    }
    Ok(())
}

fn refused() -> Result<BTreeMap<i64, Vec<SeccompRule>>, Error> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    let when = |op, value| -> Result<Vec<SeccompRule>, Error> {
        let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, op, value)?;
        Ok(vec![SeccompRule::new(vec![condition])?])
    };
    rules.insert(libc::SYS_socket, when(SeccompCmpOp::Ne, libc::AF_UNIX as u64)?);
    let new_user = libc::CLONE_NEWUSER as u64;
    rules.insert(libc::SYS_clone, when(SeccompCmpOp::MaskedEq(new_user), new_user)?);
    Ok(rules)
}

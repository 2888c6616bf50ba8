//! The last stage: puts every limit on itself and becomes the program.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, Scope, path_beneath_rules,
};
use rustix::process::{Signal, set_parent_process_death_signal, setrlimit, setsid};

use super::{Plan, fence, rlimit, syscalls};

/// The newest landlock whose rights are handled: files (truncation and device control too), TCP, signals and abstract
/// sockets. An older kernel enforces what it knows.
const LANDLOCK: ABI = ABI::V6;

/// What may be written although it is no scratch folder.
const DEVICES: [&str; 2] = ["/dev/null", "/dev/full"];

/// Comes back only if the program could not be started, with the reason. A layer the machine lacks is left out; one
/// that fails otherwise is named on standard error, and the program starts without it. Only the user must not be root.
pub(super) fn become_program(plan: &Plan, user: Option<u32>) -> String {
    let complain = |layer: &str, error: &dyn std::fmt::Display| eprintln!("sandbox: {layer}: {error}");
    if let Err(error) = setsid() {
        complain("own session", &error);
    }
    for &(limit, most) in &plan.limits {
        let resource = limit.resource();
        let allowed = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
        if let Err(error) = setrlimit(resource, rlimit(most.min(allowed))) {
            complain("resource limit", &error);
        }
    }
    // Where the machine runs out of memory, a program is the first to go.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    if let Err(error) = user.map_or(Ok(()), fence::become_user) {
        return format!("cannot become a user without rights: {error}");
    }
    // A change of user would take it back.
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        complain("end with the warden", &error);
    }
    if let Err(error) = restrict_files(plan) {
        complain("landlock", &error);
    }
    if let Err(error) = syscalls::restrict(plan.fenced) {
        complain("seccomp", &error);
    }
    let error = Command::new(&plan.program).args(&plan.args).exec();
    format!("cannot start {}: {error}", plan.program.display())
}

fn restrict_files(plan: &Plan) -> Result<(), RulesetError> {
    let (everything, shared) = (["/".into()], ["/dev/shm".into()]);
    // Behind a fence there is nothing but what may be read.
    let (read, shared) = if plan.fenced { (&everything[..], &shared[..]) } else { (&plan.read[..], &[][..]) };
    let write = [&[plan.scratch.clone()][..], shared].concat();
    let files = AccessFs::from_file(LANDLOCK);
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(LANDLOCK))?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rules(path_beneath_rules(read, AccessFs::from_read(LANDLOCK)))?
        .add_rules(path_beneath_rules(write, AccessFs::from_all(LANDLOCK)))?
        .add_rules(path_beneath_rules(DEVICES, files))?
        .restrict_self()?;
    Ok(())
}

/// Whether this kernel has this much of landlock. Restricts nothing.
pub(super) fn has_landlock(abi: ABI) -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let rights = strict.handle_access(AccessFs::from_all(abi));
    let scoped = rights.and_then(|rights| match abi {
        ABI::V6 => rights.scope(Scope::from_all(abi)),
        _ => Ok(rights),
    });
    scoped.and_then(Ruleset::create).is_ok()
}

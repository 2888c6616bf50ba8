//! The last stage: puts every limit on itself and becomes the program.

use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, Scope, path_beneath_rules,
};
use rustix::process::{Signal, set_parent_process_death_signal, setrlimit, setsid};

use super::{Plan, fence, probe, rlimit, syscalls};

/// The newest landlock whose rights are handled: files (truncation and device control too), TCP, signals and abstract
/// sockets. An older kernel enforces what it knows.
const LANDLOCK: ABI = ABI::V6;

/// What may be written although it is no scratch folder.
const DEVICES: [&str; 2] = ["/dev/null", "/dev/full"];

/// Comes back only if the program could not be started, with the reason. A layer that this machine lacks is left out,
/// which was told before; one that fails although it is there lets nothing start.
pub(super) fn become_program(plan: &Plan, user: Option<u32>) -> String {
    match put_on_limits(plan, user) {
        Ok(()) => {
            let error = Command::new(&plan.program).args(&plan.args).exec();
            format!("cannot start {}: {error}", plan.program.display())
        }
        Err(why) => format!("the sandbox could not be closed: {why}"),
    }
}

fn put_on_limits(plan: &Plan, user: Option<u32>) -> Result<(), String> {
    let failed = |what: &'static str| move |error: rustix::io::Errno| format!("{what}: {error}");
    setsid().map_err(failed("own session"))?;
    for &(limit, most) in &plan.limits {
        let resource = limit.resource();
        let allowed = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
        setrlimit(resource, rlimit(most.min(allowed))).map_err(failed("resource limits"))?;
    }
    // Where the machine runs out of memory, a program is the first to go.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    user.map_or(Ok(()), fence::become_user).map_err(|error| format!("a user without rights: {error}"))?;
    // A change of user would take it back.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(failed("end with the warden"))?;
    restrict_files(plan).map_err(|error| format!("landlock: {error}"))?;
    match syscalls::restrict(plan.fenced) {
        Err(error) if probe::seccomp() => Err(format!("seccomp: {error}")),
        _ => Ok(()),
    }
}

fn restrict_files(plan: &Plan) -> Result<(), RulesetError> {
    let (everything, shared) = (["/".into()], ["/dev/shm".into()]);
    // Behind a fence there is nothing but what may be read.
    let (read, shared) = if plan.fenced { (&everything[..], &shared[..]) } else { (&plan.read[..], &[][..]) };
    let (files_read, folders_read) = without(read, if plan.fenced { &[] } else { &plan.hidden });
    let write = [&[plan.scratch.clone()][..], shared].concat();
    let files = AccessFs::from_file(LANDLOCK);
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(LANDLOCK))?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rules(path_beneath_rules(files_read, AccessFs::from_read(LANDLOCK)))?
        .add_rules(path_beneath_rules(folders_read, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(write, AccessFs::from_all(LANDLOCK)))?
        .add_rules(path_beneath_rules(DEVICES, files))?
        .restrict_self()?;
    Ok(())
}

/// Places without what is hidden in them: what may be read, and folders of which only the names may be.
fn without(places: &[PathBuf], hidden: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut whole, mut folders) = (Vec::new(), Vec::new());
    let mut places = places.to_vec();
    while let Some(place) = places.pop() {
        if hidden.contains(&place) {
            continue;
        }
        if !hidden.iter().any(|file| file.starts_with(&place)) {
            whole.push(place);
        } else if place.is_dir() {
            places.extend(std::fs::read_dir(&place).into_iter().flatten().flatten().map(|entry| entry.path()));
            folders.push(place);
        }
    }
    (whole, folders)
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

//! `plyground tournament` of a ladder: runs until it is stopped, and says who came and how it stands.

use std::process::ExitCode;

use anyhow::Result;
use ply_arena::LadderEvent;
use ply_arena::plan::Plan;

use super::live_table::LiveTable;
use super::results;
use super::run::Run;
use crate::args::TournamentArgs;
use crate::output::{Screen, tell};

pub fn run(screen: Screen, run: &Run, args: &TournamentArgs) -> Result<ExitCode> {
    if let Some(submissions) = &run.plan().submissions {
        tell(format!("submissions are taken from {}; Ctrl-C ends", submissions.folder.display()));
    }
    let mut table = LiveTable::new(screen, run.plan(), run.games()?);
    let mut played = 0;
    let mut failed = Ok(());
    let climbed = run.climb(|plan, event| match event {
        LadderEvent::Arrived(place) => tell(arrived(plan, place)),
        LadderEvent::Ended(game) => {
            played += 1;
            table.add(plan, game, &[]);
        }
        LadderEvent::Idle => {
            table.draw(plan, &[]);
            if played > 0 {
                tell(format!("{played} games were played; waiting for submissions"));
                failed = report(run, plan, args);
            }
            played = 0;
        }
    });
    table.clear();
    climbed?;
    failed?;
    let plan = run.stored_plan()?;
    results::show_standings(screen, &plan.name, &plan, &run.games()?, args.format)?;
    report(run, &plan, args)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the report as it is now, where one is wanted.
fn report(run: &Run, plan: &Plan, args: &TournamentArgs) -> Result<()> {
    match &args.report {
        Some(folder) => results::write_report(folder, plan, &run.games()?, true, None),
        None => Ok(()),
    }
}

/// Who came in, in a line.
fn arrived(plan: &Plan, place: usize) -> String {
    let (agent, version) = (&plan.agents[place], plan.version(place));
    let name = Plan::base_name(&agent.name);
    match &agent.aside {
        None => format!("{name}: version {version} takes part"),
        Some(reason) => format!("{name}: version {version} is set aside: {reason}"),
    }
}

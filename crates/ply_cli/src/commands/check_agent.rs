//! `plyground check-agent`: whether a program can play, and what to repair if it cannot.

use std::process::ExitCode;

use anyhow::{Result, bail};
use ply_arena::{AgentSpec, Check, CheckSettings, Finding, Level, Program, check_agent};
use ply_game::Spec;

use crate::args::CheckAgentArgs;
use crate::output::{Screen, print, print_json};

/// Exit code 1: it will forfeit games; 2: it cannot be started.
pub fn run(screen: Screen, args: &CheckAgentArgs) -> Result<ExitCode> {
    let game: Spec = args.game.parse()?;
    let agent = &args.agent;
    let AgentSpec::Program(command) = agent.parse()? else {
        bail!("only programs are checked: expected cmd:PROGRAM ARGS..., got '{agent}'");
    };
    let mut program = Program::new(command);
    program.limits.read.clone_from(&args.programs.read);
    let settings = CheckSettings { time: args.time, seed: 1, logs: args.programs.logs()? };
    let check = check_agent(&program, &game, &settings)?;
    if args.format.json {
        print_json(&check)?;
    } else {
        check.findings.iter().for_each(|finding| print(&line(screen, finding)));
        print(&summary(&check));
    }
    Ok(ExitCode::from(match check {
        Check { starts: false, .. } => 2,
        Check { can_play, .. } => u8::from(!can_play),
    }))
}

fn line(screen: Screen, finding: &Finding) -> String {
    let mark = match (finding.level, screen.unicode) {
        (Level::Ok, true) => "✓",
        (Level::Warning, true) => "⚠",
        (Level::Error, true) => "✗",
        (Level::Ok, false) => "ok   ",
        (Level::Warning, false) => "warn ",
        (Level::Error, false) => "WRONG",
    };
    let more = match finding.level {
        Level::Ok => String::new(),
        _ => format!("    expected {}\n    {}\n", finding.expected, finding.advice),
    };
    format!("{mark} {}: {}\n{more}", finding.tried, finding.came)
}

/// What was seen, and the verdict.
fn summary(check: &Check) -> String {
    let Check { games, moves, slowest_ms, time_ms, .. } = check;
    let memory = check.memory.map(|bytes| format!(", at most {:.1} MiB of memory", bytes as f64 / f64::from(1 << 20)));
    let seen = format!(
        "{games} games, {moves} answers, the slowest after {slowest_ms:.0} ms (long clock: {time_ms} ms a move)"
    );
    let warnings = check.findings.iter().filter(|finding| finding.level == Level::Warning).count();
    let verdict = match (check.starts, check.can_play, warnings) {
        (false, ..) => "This agent cannot be started.",
        (_, false, _) => "This agent cannot play yet.",
        (_, true, 0) => "This agent can play.",
        (_, true, _) => "This agent can play. Mind the warnings.",
    };
    format!("\n{seen}{}.\n{verdict}\n", memory.unwrap_or_default())
}

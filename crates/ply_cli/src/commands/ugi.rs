//! `plyground ugi` and `check-agent`: the two ends of the protocol for programs.

use std::io::{BufReader, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ply_agents::Mind;
use ply_arena::external::ugi::{Engine, serve};
use ply_arena::{AgentSpec, Finding, Level, Program, check_agent};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_search::{Budget, Limits, Silent};

use crate::args::Format;
use crate::output::{Screen, print, print_json};

/// Our agent as an engine on standard input and output.
pub fn run(game: &str, agent: &str) -> Result<()> {
    let spec: Spec = game.parse()?;
    visit(&spec, None, Serve { agent: agent.parse()? })?
}

struct Serve {
    agent: Spec,
}

impl Visitor for Serve {
    type Output = Result<()>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<()> {
        let (name, spare) = ply_agents::mind::<G>(&self.agent, 0, 1)?;
        warm_up(spare, &start);
        let engine = Engine { name: name.to_string(), game: spec, start };
        let games = Arc::new(AtomicU64::new(1));
        let build = move || {
            let seed = games.fetch_add(1, Ordering::Relaxed);
            ply_agents::agent::<G>(&name, seed).expect("the spec was read before").1
        };
        serve(&engine, build, BufReader::new(stdin()), stdout().lock()).context("the pipe to the arena broke")
    }
}

/// Thinks a moment with an agent that will not play, before anybody's clock runs: the first search of a program waits for
/// its code and its tables to be read from the disk, which has taken a quarter of a move of 200 ms.
fn warm_up<G: BoardGame>(mut spare: Mind<G>, start: &G) {
    const MOMENT: Duration = Duration::from_millis(20);
    if start.outcome().is_none() {
        let limits = Limits { nodes: Some(2000), ..Limits::time(MOMENT) };
        let _unheard = spare.think(start, &Budget::new(limits), &mut Silent);
    }
}

/// Walks a program through the protocol; `Ok(false)` if it made a mistake.
pub fn check(screen: Screen, game: &str, agent: &str, format: Format) -> Result<bool> {
    let spec: Spec = game.parse()?;
    let AgentSpec::Program(command) = agent.parse()? else {
        bail!("only programs are checked: expected cmd:PROGRAM ARGS..., got '{agent}'");
    };
    let findings = visit(&spec, None, Check { program: Program::new(command) })?;
    let fine = !findings.iter().any(|finding| finding.level == Level::Error);
    if format.json {
        print_json(&findings)?;
        return Ok(fine);
    }
    for finding in &findings {
        let mark = match (finding.level, screen.unicode) {
            (Level::Ok, true) => "✓",
            (Level::Warning, true) => "⚠",
            (Level::Error, true) => "✗",
            (Level::Ok, false) => "ok   ",
            (Level::Warning, false) => "warn ",
            (Level::Error, false) => "WRONG",
        };
        print(&format!("{mark} {}: {}\n", finding.tried, finding.came));
        if finding.level != Level::Ok {
            print(&format!("    expected {}\n    {}\n", finding.expected, finding.advice));
        }
    }
    print(if fine { "\nThis agent can play.\n" } else { "\nThis agent cannot play yet.\n" });
    Ok(fine)
}

struct Check {
    program: Program,
}

impl Visitor for Check {
    type Output = Vec<Finding>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Vec<Finding> {
        check_agent(&self.program, &spec, &start, 1)
    }
}

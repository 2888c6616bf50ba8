//! `plyground selfplay`: training data from games of an agent against itself.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, ensure};
use ply_agents::{agents, mind};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_lab::self_play::SelfPlay;
use ply_lab::self_play_file::{Earlier, Heading, Layout, SelfPlayFile};
use ply_search::Limits;
use serde_json::json;

use super::run::{cores_for, on_interrupt};
use crate::args::SelfplayArgs;
use crate::new_file::ensure_new;
use crate::output::{print, print_json, progress, tell};

/// Positions for a move where nobody says otherwise.
const NODES: u64 = 1000;

pub fn run(args: &SelfplayArgs) -> Result<ExitCode> {
    let layout = Layout::of(&args.out);
    let layout =
        layout.with_context(|| format!("--out: expected FILE.jsonl or FILE.csv, got '{}'", args.out.display()))?;
    let there = args.out.exists();
    ensure_new(&args.out, args.resume || args.force, "--resume goes on with it, --force writes over it")?;
    let what = args.agent.strip_prefix("cmd:").is_none();
    ensure!(what, "selfplay asks agents of ours for their policies; a program's games: match --save FILE --positions");
    visit(&args.game.parse()?, None, Play { args, layout, resumed: there && args.resume })?
}

struct Play<'a> {
    args: &'a SelfplayArgs,
    layout: Layout,
    resumed: bool,
}

impl Visitor for Play<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let args = self.args;
        let (agent, own) = mind::<G>(&args.agent.parse()?, 0, 1)?;
        let typed = &args.limits;
        let unlimited = typed.time.is_none() && typed.depth.is_none() && typed.nodes.is_none() && !own.has_limits();
        let nodes = typed.nodes.or(unlimited.then_some(NODES));
        let limits = Limits { depth: typed.depth, nodes, soft: typed.time, hard: typed.time };
        drop(own);
        let heading = Heading { game: spec.to_string(), agent: agent.to_string(), seed: args.seed };
        let name = || args.out.display().to_string();
        let (mut file, mut earlier) = if self.resumed {
            SelfPlayFile::resume(&args.out, self.layout, heading).with_context(name)?
        } else {
            (SelfPlayFile::create(&args.out, self.layout, heading).with_context(name)?, Earlier::default())
        };
        let info = agents::<G>().into_iter().find(|info| info.name == agent.name).context("every agent is listed")?;
        let threads = args.threads.map_or_else(|| cores_for(info.threads(&agent)), |threads| threads as usize);
        let play =
            SelfPlay { agent, limits, plies: args.plies as usize, sampled: args.sample as usize, seed: args.seed };
        let stop = on_interrupt()?;
        let bar = progress(args.games, "selfplay");
        bar.set_position(earlier.games);
        let (began, mut games, mut positions) = (Instant::now(), earlier.games, 0);
        let missing = args.games.saturating_sub(earlier.games);
        let doubles = play.run(&start, (earlier.next, missing), &mut earlier.seen, (threads, &stop), |game| {
            games += 1;
            positions += game.samples.len();
            bar.set_position(games);
            file.write(game).map_err(|error| anyhow!("{}: {error}", args.out.display()))
        })?;
        bar.finish_and_clear();
        let seconds = began.elapsed().as_secs_f64();
        if args.format.json {
            print_json(&json!({
                "game": spec.to_string(), "agent": play.agent.to_string(), "seed": args.seed, "file": args.out,
                "games": games, "new_games": games - (args.games - missing), "new_positions": positions,
                "doubles": doubles, "time_ms": seconds * 1e3,
            }))?;
        } else {
            let rate = positions as f64 / seconds.max(1e-9);
            let file = args.out.display();
            print(&format!(
                "{games} games in {file}; {positions} new positions in {seconds:.1} s, {rate:.0} a second\n"
            ));
        }
        if games < args.games {
            let why =
                if stop.is_cancelled() { "stopped; the same command with --resume goes on" } else { "no others came" };
            tell(format!("{games} of {} games; {why}", args.games));
        }
        Ok(ExitCode::from(u8::from(games < args.games)))
    }
}

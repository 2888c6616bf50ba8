//! `plyground table`: what every position of a small board is worth.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use ply_agents::{GamePayoff, board, fill_table, table_size};
use ply_game::{BoardGame, Outcome, Player, Spec};
use ply_games::{Visitor, visit};
use ply_lab::solve::{TableCheck, check_table};
use ply_search::tablebase::{AnyTable, Census};
use ply_search::{Budget, Limits};
use serde_json::json;

use super::run::on_interrupt;
use super::solve::cores;
use crate::args::TableArgs;
use crate::memory::free_memory_mb;
use crate::new_file::{FORCE, ensure_new};
use crate::output::{grouped, print, print_json, progress, spinner, tell};

pub fn run(args: &TableArgs) -> Result<ExitCode> {
    if let Some(out) = &args.out {
        ensure_new(out, args.force, FORCE)?;
    }
    visit(&args.game.parse()?, None, Fill { args })?
}

struct Fill<'a> {
    args: &'a TableArgs,
}

/// A filled table, and what it cost.
pub(super) struct Filled<G> {
    pub(super) table: AnyTable<G>,
    census: Census,
    seconds: f64,
}

impl Visitor for Fill<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<ExitCode> {
        let (args, payoff) = (self.args, GamePayoff::of(&spec));
        let cancel = on_interrupt()?;
        let threads = args.threads.map_or_else(cores, |threads| threads as usize);
        let budget = Budget { cancel: cancel.clone(), ..Budget::new(Limits::default()) };
        let filled = fill(&start, payoff, threads, &budget)?;
        let check = args.check.map(|positions| {
            let bar = spinner("checking by search");
            let check = check_table(&start, &*filled.table, payoff, positions, args.seed, &cancel);
            bar.finish_and_clear();
            check
        });
        let checked = check.as_ref().map_or(0, |check| check.compared + check.too_long);
        ensure!(!cancel.is_cancelled(), "stopped when {checked} positions were checked; nothing is written");
        let is_right = check.as_ref().is_none_or(|check| check.wrong.is_empty());
        let value = match start.outcome() {
            Some(outcome) => ply_search::solve::Payoff::at_end(&payoff, &start, outcome, Player::First),
            None => filled.table.value(&start) * if start.to_move() == Player::First { 1 } else { -1 },
        };
        self.show(&spec, value, &filled, check.as_ref())?;
        if let Some(out) = args.out.as_ref().filter(|_| is_right) {
            let written = filled.table.write(out, &board(&spec).to_string());
            written.with_context(|| out.display().to_string())?;
            tell(format_args!("{} is written", out.display()));
        }
        Ok(ExitCode::from(u8::from(!is_right)))
    }
}

/// Fills the table of a board, and shows how far it is.
pub(super) fn fill<G: BoardGame>(start: &G, payoff: GamePayoff, threads: usize, budget: &Budget) -> Result<Filled<G>> {
    let (positions, bytes) = table_size(start)?;
    if let Some(free) = free_memory_mb() {
        ensure!(bytes >> 20 <= free as u64, "the table needs {} MB of memory, {free} are free", bytes >> 20);
    }
    let bar = progress(positions, "positions");
    let begun = Instant::now();
    let filled = fill_table(start, payoff, threads, &mut |done| {
        bar.set_position(done);
        !budget.cancel.is_cancelled() && budget.limits.hard.is_none_or(|hard| budget.elapsed() < hard)
    });
    bar.finish_and_clear();
    let (table, census) = filled?;
    Ok(Filled { table, census, seconds: begun.elapsed().as_secs_f64() })
}

impl Fill<'_> {
    fn show<G: BoardGame>(
        &self,
        spec: &Spec,
        value: i32,
        filled: &Filled<G>,
        check: Option<&TableCheck>,
    ) -> Result<()> {
        let Filled { table, census, seconds } = filled;
        let Census { wins, draws, losses } = census;
        let outcome = Outcome::by_margin(value);
        let counts = GamePayoff::of(spec) == GamePayoff::Points;
        if self.args.format.json {
            return print_json(&json!({
                "game": spec.to_string(),
                "value": outcome.to_string(),
                "margin": counts.then_some(value),
                "positions": wins + draws + losses,
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "bytes": table.bytes(),
                "time_ms": seconds * 1e3,
                "file": self.args.out.as_ref().map(|out| out.display().to_string()),
                "check": check.map(|check| json!({
                    "compared": check.compared,
                    "too_long": check.too_long,
                    "wrong": check.wrong,
                })),
            }));
        }
        let who = outcome.winner().map_or("a draw".to_owned(), |winner| format!("the {winner} player wins"));
        let by = if counts && value != 0 { format!(" by {}", value.abs()) } else { String::new() };
        let mut text = format!(
            "{}: {who}{by} from the start\n{} positions: {} won, {} drawn, {} lost for the player to move\n{} bytes in {seconds:.3} s\n",
            spec,
            grouped(wins + draws + losses),
            grouped(*wins),
            grouped(*draws),
            grouped(*losses),
            grouped(table.bytes()),
        );
        if let Some(check) = check {
            text += &format!("checked by search: {} positions, {} differ", check.compared, check.wrong.len());
            if check.too_long > 0 {
                text += &format!("; {} took too long", check.too_long);
            }
            text.push('\n');
            text.extend(check.wrong.iter().map(|position| format!("differs: {position}\n")));
        }
        print(&text);
        Ok(())
    }
}

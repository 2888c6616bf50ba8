//! `plyground book`: what the positions of a board's opening are worth, for agents to play by.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use ply_agents::{BookEntry, BookFile, Certainty, Tables, strongest};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_lab::book::{BookRequest, in_order, make_book, positions};
use serde_json::json;

use super::run::on_interrupt;
use crate::args::BookArgs;
use crate::new_file::ensure_new;
use crate::output::{grouped, print, print_json, progress, tell};

/// How often what was found is written.
const WRITTEN_EVERY: Duration = Duration::from_secs(10);

pub fn run(args: &BookArgs) -> Result<ExitCode> {
    let is_there = args.out.exists();
    ensure_new(&args.out, args.resume || args.force, "--resume goes on with it, --force writes over it")?;
    let threads = args.threads.unwrap_or(0) as usize;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let known = if is_there && args.resume { Some(BookFile::read(&args.out)) } else { None };
    let known = known.transpose().with_context(|| args.out.display().to_string())?;
    let spec = args.game.parse()?;
    pool.install(|| visit(&spec, None, Make { args, known }))?
}

struct Make<'a> {
    args: &'a BookArgs,
    /// What the file holds already.
    known: Option<BookFile>,
}

impl Visitor for Make<'_> {
    type Output = Result<ExitCode>;

    fn visit<G: BoardGame>(self, game: Spec, start: G) -> Result<ExitCode> {
        let args = self.args;
        let out = || args.out.display().to_string();
        if let Some(known) = self.known.as_ref().filter(|known| known.game != game.to_string()) {
            let other: String = known.game.escape_debug().take(100).collect();
            anyhow::bail!("{} is a book of {other}, not of {game}", out());
        }
        let agent = args.agent.clone().unwrap_or_else(|| strongest::<G>().to_owned()).parse()?;
        // Whoever cannot be built is refused before anything is solved.
        ply_agents::mind::<G>(&agent, 0, 1)?;
        let tables = Tables::open(&args.tablebase)?;
        let layers = positions(&start, args.plies as usize, args.most as usize)?;
        let all: usize = layers.iter().map(Vec::len).sum();
        let known = self.known.map(|known| known.entries).unwrap_or_default();
        let file = |entries: Vec<BookEntry>, complete: bool| BookFile { game: game.to_string(), complete, entries };
        let thought = args.thought.unwrap_or(args.nodes);
        let request = BookRequest { game: &game, nodes: args.nodes, agent: &agent, thought, tables: &tables };
        let (stop, begun, mut written) = (on_interrupt()?, Instant::now(), Instant::now());
        let bar = progress(all as u64, "positions");
        let entries = make_book(&request, &layers, known, &stop, |entries| {
            bar.set_position(entries.len() as u64);
            if written.elapsed() >= WRITTEN_EVERY {
                file(in_order(entries.clone()), false).write(&args.out).map_err(std::io::Error::other)?;
                written = Instant::now();
            }
            Ok(())
        });
        bar.finish_and_clear();
        let entries = entries?;
        let book = file(entries, !stop.is_cancelled());
        book.write(&args.out).with_context(out)?;
        show(args, &book, all, begun.elapsed())?;
        if !book.complete {
            tell(format_args!("stopped: --resume goes on with {}", out()));
        }
        Ok(ExitCode::from(u8::from(!book.complete)))
    }
}

fn show(args: &BookArgs, book: &BookFile, wanted: usize, time: Duration) -> Result<()> {
    let count = |certainty| book.entries.iter().filter(|entry| entry.certainty == certainty).count();
    let [exact, result, opinion] = [Certainty::Exact, Certainty::Result, Certainty::Opinion].map(count);
    let nodes: u64 = book.entries.iter().map(|entry| entry.nodes).sum();
    if args.format.json {
        return print_json(&json!({
            "game": book.game,
            "plies": args.plies,
            "wanted": wanted,
            "positions": book.entries.len(),
            "exact": exact,
            "result": result,
            "opinion": opinion,
            "complete": book.complete,
            "nodes": nodes,
            "time_ms": time.as_secs_f64() * 1e3,
            "file": args.out.display().to_string(),
        }));
    }
    print(&format!(
        "{}: {} positions within {} plies: {exact} exact, {result} decided, {opinion} thought about\n{} nodes\n",
        book.game,
        grouped(book.entries.len() as u64),
        args.plies,
        grouped(nodes),
    ));
    Ok(())
}

//! `plyground play`: a person against an agent, a program or another person, in the terminal.

mod full_screen;
mod lines;
mod mover;
mod panel;
mod terminal_game;
mod typed;

use std::path::PathBuf;

use anyhow::{Result, bail};
use ply_agents::strongest;
use ply_arena::store::data_dir;
use ply_arena::{AgentSpec, ArenaRules, Fixture, GameUnderWay};
use ply_game::BoardGame;

use super::record::{GameVisitor, find, with_game};
use crate::args::{PlayArgs, PlayAs};
use crate::new_file::ensure_new;
use crate::output::{Screen, print_text};
use crate::setup::{Scene, SceneVisitor, with_scene};
use crate::tui;
use terminal_game::TerminalGame;

/// Begins a game, or goes on with one that was kept.
pub fn run(screen: Screen, args: &PlayArgs) -> Result<()> {
    if let Some(game) = &args.game {
        return with_scene(game, &args.from, Begin { screen, args });
    }
    let name = match args.resume.as_deref().unwrap_or_default() {
        "" => match usual_file() {
            Some(file) => file.display().to_string(),
            None => bail!("no folder for data is known: say --resume FILE"),
        },
        name => name.to_owned(),
    };
    let found = find(&name, &args.place)?;
    // A file of many games, or a store, is only read.
    if let Some(file) = args.save.as_ref().filter(|file| found.file.as_ref() != Some(*file)) {
        ensure_new(file, false, "name another file")?;
    }
    let file = args.save.clone().or(found.file).or_else(usual_file);
    with_game(&found.record, Resume { screen, args, file })
}

/// Where a game is kept when nobody says where.
fn usual_file() -> Option<PathBuf> {
    data_dir().map(|folder| folder.join("last-game.json"))
}

struct Begin<'a> {
    screen: Screen,
    args: &'a PlayArgs,
}

impl SceneVisitor for Begin<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<()> {
        let args = self.args;
        let agent = match &args.agent {
            Some(agent) => agent.full::<G>()?,
            None => strongest::<G>().parse::<AgentSpec>()?.full::<G>()?,
        };
        let fixture = Fixture {
            spec: scene.spec,
            start: scene.start,
            start_text: args.from.position.clone(),
            opening: scene.moves,
            agents: match args.side {
                PlayAs::First => [AgentSpec::Human, agent],
                PlayAs::Second => [agent, AgentSpec::Human],
                PlayAs::Both => [AgentSpec::Human, AgentSpec::Human],
            },
            seed: 0,
        };
        let game = GameUnderWay::new(fixture, ArenaRules::new(args.time.unwrap_or_default()));
        if let Some(file) = &args.save {
            ensure_new(file, false, "play --resume FILE goes on with a game")?;
        }
        play(self.screen, TerminalGame::new(game, args.save.clone().or_else(usual_file))?, args.plain)
    }
}

struct Resume<'a> {
    screen: Screen,
    args: &'a PlayArgs,
    file: Option<PathBuf>,
}

impl GameVisitor for Resume<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self, game: GameUnderWay<G>) -> Result<()> {
        if game.end().is_some() {
            bail!("that game has ended ({}): look at it with plyground replay", game.record().verdict());
        }
        play(self.screen, TerminalGame::new(game, self.file)?, self.args.plain)
    }
}

fn play<G: BoardGame>(screen: Screen, terminal: TerminalGame<G>, plain: bool) -> Result<()> {
    if plain || !tui::is_possible() {
        return lines::run(screen, terminal);
    }
    let farewell = full_screen::run(screen, terminal)?;
    print_text(farewell);
    Ok(())
}

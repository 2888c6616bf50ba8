//! `plyground play`: a person against an agent, a program or another person, in the terminal.

mod full_screen;
mod lines;
mod opponent;
mod panel;
mod round;
mod sitting;
mod wish;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ply_agents::strongest;
use ply_arena::store::data_dir;
use ply_arena::{AgentSpec, GameRecord, TimeControl};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};

use crate::args::From;
use crate::output::{Screen, print};
use crate::setup::{Scene, SceneVisitor, with_scene};
use crate::tui;
use round::Round;
use sitting::Sitting;

/// How late a move may come, as everywhere in the arena.
const GRACE: Duration = Duration::from_millis(20);

/// Which side the person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    First,
    Second,
    Both,
}

/// What to play.
pub struct Plan {
    /// Who plays the other side; the strongest agent if left out.
    pub agent: Option<AgentSpec>,
    pub side: Side,
    /// The clock of both sides.
    pub time: Option<TimeControl>,
    /// Line by line, not on the whole screen.
    pub plain: bool,
    /// Where the game is kept.
    pub save: Option<PathBuf>,
}

/// Begins a game.
pub fn run(screen: Screen, game: &str, from: &From, plan: Plan) -> Result<()> {
    with_scene(game, from, Begin { screen, plan, start_text: from.position.clone() })
}

/// Goes on with a game that was kept.
pub fn resume(screen: Screen, file: Option<PathBuf>, plain: bool) -> Result<()> {
    let Some(file) = file.or_else(usual_file) else { bail!("no folder for data is known: say --resume FILE") };
    let record = read(&file)?;
    let spec: Spec = record.game.parse()?;
    let start = record.start.clone();
    visit(&spec, start.as_deref(), Resume { screen, record, file, plain })?
}

fn read(file: &Path) -> Result<GameRecord> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the game in {}", file.display()))?;
    serde_json::from_str(text.trim()).with_context(|| format!("{} holds no game", file.display()))
}

/// Where a game is kept when nobody says where.
fn usual_file() -> Option<PathBuf> {
    data_dir().map(|folder| folder.join("last-game.json"))
}

struct Begin {
    screen: Screen,
    plan: Plan,
    start_text: Option<String>,
}

impl SceneVisitor for Begin {
    type Output = ();

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<()> {
        let agent = match self.plan.agent {
            Some(agent) => agent,
            None => strongest::<G>().parse()?,
        };
        let agent = agent.full::<G>()?;
        let players = match self.plan.side {
            Side::First => [AgentSpec::Human, agent],
            Side::Second => [agent, AgentSpec::Human],
            Side::Both => [AgentSpec::Human, AgentSpec::Human],
        };
        let start = (scene.start, self.start_text);
        let sitting = Sitting::new(scene.spec, start, scene.moves, players, self.plan.time);
        let kept = self.plan.save.or_else(usual_file);
        sit_down(self.screen, Round::new(sitting, kept)?, self.plan.plain)
    }
}

struct Resume {
    screen: Screen,
    record: GameRecord,
    file: PathBuf,
    plain: bool,
}

impl Visitor for Resume {
    type Output = Result<()>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<()> {
        let sitting = Sitting::resumed(spec, start, &self.record)?;
        sit_down(self.screen, Round::new(sitting, Some(self.file))?, self.plain)
    }
}

fn sit_down<G: BoardGame>(screen: Screen, round: Round<G>, plain: bool) -> Result<()> {
    if plain || !tui::is_possible() {
        return lines::run(screen, round);
    }
    let farewell = full_screen::run(screen, round)?;
    print(&farewell);
    Ok(())
}

//! A game under way with its agents, whatever is played: what the rest of the server sees of it is text.

use std::sync::Arc;
use std::time::Duration;

use ply_arena::{
    AgentSpec, Answer, ArenaRules, Chosen, Ending, Fault, Fixture, GameRecord, GameUnderWay, Reason, RecordError,
    TimeControl, choose,
};
use ply_game::{BoardGame, Player, TextError, mix};
use ply_games::{Place, Scene, SceneVisitor, set_up};
use ply_search::{Cancel, Instant, Limits as SearchLimits, Report};
use serde_json::{Value, json};

use crate::board::{self, Opinion};
use crate::config::Limits;
use crate::memory::{Chair, Granted, Memory};
use crate::problem::Problem;
use crate::thinking::{Applicant, Cost, Recipe, admit};

/// A game under way, whatever is played.
pub(crate) trait AnyGame: Send {
    /// Everything about it but the time.
    fn describe(&self) -> Value;
    /// What is kept of it.
    fn record(&self) -> GameRecord;
    /// Moves since the start of the game, which may be before the first of this record.
    fn ply(&self) -> usize;
    /// Moves that are kept.
    fn move_count(&self) -> usize;
    /// Whose turn it is; nobody's when the game is over.
    fn to_move(&self) -> Option<Player>;
    /// What a thought of a player's agent costs; nothing for a person.
    fn cost(&self, player: Player) -> Option<Cost>;
    /// Where a player's agent rests; nothing for a person.
    fn chair(&self, player: Player) -> Option<Arc<Chair>>;
    /// Gives the agents other chairs, in which those of the same game may rest already.
    fn seat(&mut self, chairs: [Option<Arc<Chair>>; 2]);
    /// The time a player has for its next move; nothing where no clock runs.
    fn time_left(&self, player: Player) -> Option<Duration>;
    /// The same with grace.
    fn deadline(&self, player: Player) -> Option<Duration>;
    /// Whether the rules allow a move now.
    fn check_move(&self, text: &str) -> Result<(), TextError>;
    /// Whoever is to move has answered, or is at fault, and is charged this time.
    fn answered(&mut self, answer: Result<Answer<String>, Fault>, used: Duration);
    /// Takes back to the last turn of a person. Whether there was one.
    fn undo(&mut self) -> bool;
    /// A player gives up.
    fn resign(&mut self, loser: Player);
    /// A player's time is over.
    fn flag(&mut self, loser: Player);
    /// What the agent to move is to do on its thread, and how long that may take.
    fn thought(&self, asked: Instant, limits: &Limits, cancel: Cancel) -> Option<(Thought, Duration)>;
}

/// Something to be done on a thread with the memory that was granted, thinking aloud.
pub(crate) type Thought = Box<dyn FnOnce(Granted, &mut dyn FnMut(Value)) -> Chosen<String> + Send>;

/// An agent in a game; it is built when it is to think.
struct Opponent {
    recipe: Recipe,
    chair: Arc<Chair>,
    cost: Cost,
    /// Its spec limits its thoughts.
    bounded: bool,
}

impl Opponent {
    fn new<G: BoardGame>(applicant: &Applicant, seed: u64, memory: &Arc<Memory>) -> Result<Self, Problem> {
        let offer = applicant.offer::<G>(seed, 1)?;
        let (cost, bounded) = (offer.cost, offer.is_bounded());
        Ok(Self { recipe: offer.recipe, chair: Chair::new(memory, cost.megabytes), cost, bounded })
    }
}

/// The agents of a game; the others are persons.
type Opponents = [Option<Opponent>; 2];

fn opponents<G: BoardGame>(
    agents: &[Option<Applicant>; 2],
    seed: u64,
    memory: &Arc<Memory>,
) -> Result<Opponents, Problem> {
    let mut opponents = [None, None];
    for (side, applicant) in agents.iter().enumerate() {
        let seed = mix(seed ^ mix(1 + side as u64));
        opponents[side] = applicant.as_ref().map(|agent| Opponent::new::<G>(agent, seed, memory)).transpose()?;
    }
    Ok(opponents)
}

/// A game of one kind under way.
struct Game<G: BoardGame> {
    under_way: GameUnderWay<G>,
    agents: Opponents,
}

/// A game about to begin.
pub(crate) struct Begin {
    /// The agents; the others are persons.
    pub(crate) agents: [Option<Applicant>; 2],
    pub(crate) time: TimeControl,
    pub(crate) grace: Duration,
    pub(crate) seed: u64,
    /// The position it begins from, if that is not the game's own start.
    pub(crate) start: Option<String>,
    pub(crate) memory: Arc<Memory>,
}

impl SceneVisitor for Begin {
    type Output = Result<Box<dyn AnyGame>, Problem>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        let agents = opponents::<G>(&self.agents, self.seed, &self.memory)?;
        let spec = |agent: &Option<Opponent>| match agent {
            Some(opponent) => AgentSpec::BuiltIn(opponent.recipe.spec.clone()),
            None => AgentSpec::Human,
        };
        let specs = agents.each_ref().map(spec);
        let Scene { spec, start, moves, .. } = scene;
        let (start_text, opening) = (self.start, Vec::new());
        let fixture = Fixture { spec, start, start_text, opening, agents: specs, seed: self.seed };
        let rules = ArenaRules { grace: self.grace, ..ArenaRules::new(self.time) };
        let mut under_way = GameUnderWay::new(fixture, rules);
        // They can be taken back as any other.
        for mv in moves {
            under_way.answered(Ok(Answer::plain(mv)), Duration::ZERO);
        }
        Ok(Box::new(Game { under_way, agents }))
    }
}

/// Goes on with a game that was kept.
pub(crate) fn restore(record: &GameRecord, limits: &Limits, memory: &Arc<Memory>) -> Result<Box<dyn AnyGame>, Problem> {
    let [first, second] = record.agents.each_ref().map(|agent| admit(&agent.to_string(), limits));
    let game = record.game.to_string();
    let place = Place { game: &game, position: record.start.as_deref(), moves: "" };
    set_up(&place, Restore { record, agents: [first?, second?], grace: limits.grace, memory })?
}

struct Restore<'a> {
    record: &'a GameRecord,
    agents: [Option<Applicant>; 2],
    grace: Duration,
    memory: &'a Arc<Memory>,
}

impl SceneVisitor for Restore<'_> {
    type Output = Result<Box<dyn AnyGame>, Problem>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        let broken = |error: RecordError| Problem::conflict(format!("the kept game cannot be gone on with: {error}"));
        let under_way = GameUnderWay::from_record(scene.start, self.record).map_err(broken)?.with_grace(self.grace);
        let agents = opponents::<G>(&self.agents, self.record.seed, self.memory)?;
        Ok(Box::new(Game { under_way, agents }))
    }
}

impl<G: BoardGame> Game<G> {
    fn scene(&self) -> Scene<G> {
        let game = &self.under_way;
        Scene {
            spec: game.spec().clone(),
            start: game.start().clone(),
            moves: game.all_moves().collect(),
            position: game.position().clone(),
        }
    }
}

impl<G: BoardGame> AnyGame for Game<G> {
    fn describe(&self) -> Value {
        let game = &self.under_way;
        let mut value = board::describe(&self.scene());
        let (reason, text) = match game.end() {
            Some((_, Ending::Forfeit { loser, fault, .. })) => {
                (fault.reason.word(), format!("{loser}: {}", fault.message))
            }
            Some((_, Ending::Resignation { loser })) => ("resignation", format!("{loser} resigned")),
            _ => ("", String::new()),
        };
        if let Some((outcome, _)) = game.end().filter(|_| !reason.is_empty()) {
            value["to_move"] = Value::Null;
            value["legal_moves"] = json!([]);
            value["outcome"] = outcome.to_string().into();
        }
        value["moves"] = json!(game.move_texts());
        value["reason"] = json!(Some(reason).filter(|reason| !reason.is_empty()));
        value["reason_text"] = json!(Some(text).filter(|text| !text.is_empty()));
        let [first, second] = game.agents();
        value["players"] = json!({"first": first.to_string(), "second": second.to_string()});
        let time = game.time(Player::First);
        value["clock"] = if time == TimeControl::default() { "none".into() } else { time.to_string().into() };
        value["seed"] = game.seed().to_string().into();
        value
    }

    fn record(&self) -> GameRecord {
        self.under_way.record()
    }

    fn ply(&self) -> usize {
        self.under_way.position().ply().unwrap_or(self.under_way.move_texts().len())
    }

    fn move_count(&self) -> usize {
        self.under_way.move_texts().len()
    }

    fn to_move(&self) -> Option<Player> {
        self.under_way.to_move()
    }

    fn cost(&self, player: Player) -> Option<Cost> {
        self.agents[player.index()].as_ref().map(|agent| agent.cost)
    }

    fn chair(&self, player: Player) -> Option<Arc<Chair>> {
        self.agents[player.index()].as_ref().map(|agent| agent.chair.clone())
    }

    fn seat(&mut self, chairs: [Option<Arc<Chair>>; 2]) {
        for (agent, chair) in self.agents.iter_mut().zip(chairs) {
            if let Some((agent, chair)) = agent.as_mut().zip(chair) {
                agent.chair = chair;
            }
        }
    }

    fn time_left(&self, player: Player) -> Option<Duration> {
        self.under_way.time_left(player)
    }

    fn deadline(&self, player: Player) -> Option<Duration> {
        self.under_way.deadline(player)
    }

    fn check_move(&self, text: &str) -> Result<(), TextError> {
        self.under_way.read_move(text).map(drop)
    }

    fn answered(&mut self, answer: Result<Answer<String>, Fault>, used: Duration) {
        let answer = answer.and_then(|Answer { mv, thought, used }| {
            let illegal = |error| Fault::new(Reason::IllegalMove, format!("{mv}: {error}"));
            Ok(Answer { mv: self.under_way.read_move(&mv).map_err(illegal)?, thought, used })
        });
        self.under_way.answered(answer, used);
    }

    fn undo(&mut self) -> bool {
        self.under_way.undo()
    }

    fn resign(&mut self, loser: Player) {
        self.under_way.resign(loser);
    }

    fn flag(&mut self, loser: Player) {
        self.under_way.flag(loser);
    }

    fn thought(&self, asked: Instant, limits: &Limits, cancel: Cancel) -> Option<(Thought, Duration)> {
        let game = &self.under_way;
        let question = game.question(asked)?;
        let opponent = self.agents[question.player.index()].as_ref()?;
        let unlimited = question.deadline.is_none() && !opponent.bounded && question.limits == SearchLimits::default();
        let longest = if unlimited { limits.usual_think } else { limits.think };
        let most = question.deadline.map_or(longest + limits.grace, |deadline| deadline.min(longest + limits.grace));
        let mut turn = question.turn(cancel);
        turn.budget.limits = SearchLimits { soft: Some(longest), hard: Some(longest), ..question.limits };
        let (chair, recipe) = (opponent.chair.clone(), opponent.recipe.clone());
        let thought = move |granted: Granted, aloud: &mut dyn FnMut(Value)| {
            let position = &turn.position;
            let opinion = Opinion { agent: recipe.spec.name.clone() };
            let mut sink = |report: &Report<G::Move>| aloud(opinion.report(position, report, 1));
            let unbuilt = |problem: Problem| Fault::new(Reason::Crash, problem.detail);
            let build = || recipe.agent::<G>().map_err(unbuilt);
            let answer = granted.think(&chair, build, |agent| choose(agent, &turn, &mut sink))??;
            Ok(Answer { mv: position.move_text(answer.mv), thought: answer.thought, used: answer.used })
        };
        Some((Box::new(thought), most))
    }
}

//! A game under way: whose turn it is, what was played and thought, what the clocks say, how it ended.
//!
//! Nothing here waits, thinks or looks at a clock: whoever does (the referee, the terminal, the page) tells what was
//! answered and how long it took, and the same rules judge it everywhere.

use std::time::Duration;

use ply_game::{BoardGame, Outcome, Player, Rng, Spec, TextError, rng};
use ply_search::{Clock, Instant};

use crate::game::adjudication::Judge;
use crate::game::fault::{Fault, Reason};
use crate::game::record::{Ending, GameRecord, MoveRecord, Thought};
use crate::game::rules::{ArenaRules, Policy};
use crate::game::seat::{Answer, Ask};
use crate::{AgentSpec, TimeControl};

/// A game about to be played.
#[derive(Clone, Debug)]
pub struct Fixture<G: BoardGame> {
    /// The game's full spelling.
    pub spec: Spec,
    /// Where it begins.
    pub start: G,
    /// The text of that position, if it is not the game's own start.
    pub start_text: Option<String>,
    /// Moves that are made before the players take over.
    pub opening: Vec<G::Move>,
    /// Who plays, in full spelling.
    pub agents: [AgentSpec; 2],
    /// The seed agents were built with; random moves instead of faulty ones come from it too.
    pub seed: u64,
}

/// One move, and what is needed to take it back.
#[derive(Clone, Debug)]
struct Played<G: BoardGame> {
    mv: G::Move,
    record: MoveRecord,
    before: G,
    clocks: [Clock; 2],
    judge: Judge,
}

/// A game under way.
///
/// ```
/// use std::time::Duration;
/// use ply_arena::{Answer, ArenaRules, Fixture, GameUnderWay};
/// use ply_game::{Notation, Player};
/// use ply_games::infexion::Infexion;
/// let fixture = Fixture {
///     spec: "infexion".parse().unwrap(),
///     start: Infexion::default(),
///     start_text: None,
///     opening: vec![],
///     agents: ["human".parse().unwrap(), "random".parse().unwrap()],
///     seed: 0,
/// };
/// let mut game = GameUnderWay::new(fixture, ArenaRules::new("60s+1s".parse().unwrap()));
/// let mv = game.position().parse_move("3,3").unwrap();
/// game.answered(Ok(Answer::plain(mv)), Duration::from_secs(5));
/// assert_eq!(game.to_move(), Some(Player::Second));
/// assert_eq!(game.time_left(Player::First), Some(Duration::from_secs(56)));
/// assert!(game.undo() && game.record().moves.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct GameUnderWay<G: BoardGame> {
    fixture: Fixture<G>,
    rules: ArenaRules,
    position: G,
    /// Every move as text, the opening's first.
    texts: Vec<String>,
    played: Vec<Played<G>>,
    moves_made: [usize; 2],
    clocks: [Clock; 2],
    judge: Judge,
    rng: Rng,
    end: Option<(Outcome, Ending)>,
}

/// What can be seen of a game from outside, whatever is played.
#[derive(Clone, Copy, Debug)]
pub struct Glimpse<'a> {
    /// The game's full spelling.
    pub game: &'a Spec,
    /// Every move so far, the opening's first.
    pub moves: &'a [String],
    /// Moves of the opening.
    pub opening: usize,
    /// What each player has left for the next move.
    pub left: [Option<Duration>; 2],
}

/// Why a record cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The position it begins from cannot be read.
    #[error("the record's start: {0}")]
    Start(TextError),
    /// A move of it is not legal.
    #[error("move {number} of the record: {reason}")]
    Move {
        /// Counted from 1, the opening's included.
        number: usize,
        /// What is wrong with it.
        reason: TextError,
    },
    /// A move is said to be another player's than the one whose turn it is.
    #[error("move {number} of the record: it is the turn of {turn}")]
    Turn {
        /// Counted from 1, the opening's included.
        number: usize,
        /// Whose turn it is.
        turn: Player,
    },
    /// It goes on after its end, or its end is not that of the board.
    #[error("the record says '{said}', the board says '{found}'")]
    End {
        /// What the record says.
        said: String,
        /// What comes of its moves.
        found: String,
    },
}

impl<G: BoardGame> GameUnderWay<G> {
    /// Sits down at a board on which some moves may have been made.
    pub fn new(fixture: Fixture<G>, rules: ArenaRules) -> Self {
        let mut position = fixture.start.clone();
        let mut texts = Vec::with_capacity(fixture.opening.len());
        for &mv in &fixture.opening {
            texts.push(position.move_text(mv));
            position.play(mv);
        }
        let mut game = Self {
            position,
            texts,
            played: Vec::new(),
            moves_made: [0; 2],
            clocks: rules.times.map(|time| time.clock),
            judge: Judge::new(rules.adjudication),
            rng: rng(fixture.seed),
            end: None,
            fixture,
            rules,
        };
        game.look_for_end();
        game
    }

    /// A game as its record tells it, ended or not. `start` is the game's own start.
    pub fn from_record(start: G, record: &GameRecord) -> Result<Self, RecordError> {
        let start = match &record.start {
            Some(text) => start.parse_position(text).map_err(RecordError::Start)?,
            None => start,
        };
        let mut opening = Vec::with_capacity(record.opening.len());
        let mut position = start.clone();
        for (index, text) in record.opening.iter().enumerate() {
            let illegal = |reason| RecordError::Move { number: index + 1, reason };
            opening.push(read_move(&position, text).map_err(illegal)?);
            position.play(opening[index]);
        }
        let fixture = Fixture {
            spec: record.game.clone(),
            start,
            start_text: record.start.clone(),
            opening,
            agents: record.agents.clone(),
            seed: record.seed,
        };
        let [first, second] = record.times;
        let mut game = Self::new(fixture, ArenaRules { times: [first, second], ..ArenaRules::new(first) });
        for mv in &record.moves {
            game.replay(mv)?;
        }
        game.take_end(record)?;
        Ok(game)
    }

    /// The same game with another grace from now on.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.rules.grace = grace;
        self
    }

    fn replay(&mut self, mv: &MoveRecord) -> Result<(), RecordError> {
        let number = self.texts.len() + 1;
        let legal = read_move(&self.position, &mv.text).map_err(|reason| RecordError::Move { number, reason })?;
        let turn = self.position.to_move();
        if turn != mv.by {
            return Err(RecordError::Turn { number, turn });
        }
        let used = Duration::try_from_secs_f64(mv.ms / 1e3).unwrap_or_default();
        self.make(legal, used, mv.thought.clone(), mv.instead_of.clone());
        Ok(())
    }

    /// Ends as the record ends, unless the board says otherwise.
    fn take_end(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        let found = self.position.outcome();
        let fits = match (&record.ending, found) {
            (Ending::Rule, found) => found.is_some() && found == record.outcome,
            (Ending::Unfinished, _) => return Ok(()),
            (_, found) => found.is_none(),
        };
        let spell = |outcome: Option<Outcome>| outcome.map_or("unfinished".to_owned(), |outcome| outcome.to_string());
        let (true, Some(outcome)) = (fits, record.outcome) else {
            return Err(RecordError::End { said: spell(record.outcome), found: spell(found) });
        };
        self.end = Some((outcome, record.ending.clone()));
        Ok(())
    }

    /// The game's full spelling.
    pub fn spec(&self) -> &Spec {
        &self.fixture.spec
    }

    /// Who plays.
    pub fn agents(&self) -> &[AgentSpec; 2] {
        &self.fixture.agents
    }

    /// The seed agents were built with.
    pub fn seed(&self) -> u64 {
        self.fixture.seed
    }

    /// The rules it is played under.
    pub fn rules(&self) -> &ArenaRules {
        &self.rules
    }

    /// A player's time control.
    pub fn time(&self, player: Player) -> TimeControl {
        self.rules.times[player.index()]
    }

    /// The position on the board.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Where it began.
    pub fn start(&self) -> &G {
        &self.fixture.start
    }

    /// Where it began, as text, if that was not the game's own start.
    pub fn start_text(&self) -> Option<&str> {
        self.fixture.start_text.as_deref()
    }

    /// Every move as text, the opening's first.
    pub fn move_texts(&self) -> &[String] {
        &self.texts
    }

    /// What is kept of each move, the opening left out.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &MoveRecord> + DoubleEndedIterator {
        self.played.iter().map(|played| &played.record)
    }

    /// The moves themselves, the opening's first.
    pub fn all_moves(&self) -> impl Iterator<Item = G::Move> {
        self.fixture.opening.iter().copied().chain(self.played.iter().map(|played| played.mv))
    }

    /// The move that led here.
    pub fn last(&self) -> Option<G::Move> {
        self.played.last().map(|played| played.mv).or(self.fixture.opening.last().copied())
    }

    /// Whose turn it is; nobody's when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.end.is_none().then(|| self.position.to_move())
    }

    /// The result and how it came about.
    pub fn end(&self) -> Option<&(Outcome, Ending)> {
        self.end.as_ref()
    }

    /// Whether a person sits there.
    pub fn is_person(&self, player: Player) -> bool {
        self.fixture.agents[player.index()] == AgentSpec::Human
    }

    /// Both clocks as they stood when the running turn began.
    pub fn clocks(&self) -> [Clock; 2] {
        self.clocks
    }

    /// How many moves a player has made.
    pub fn moves_made(&self, player: Player) -> usize {
        self.moves_made[player.index()]
    }

    /// The time a player has for its next move; nothing where no clock runs.
    pub fn time_left(&self, player: Player) -> Option<Duration> {
        self.clocks[player.index()].left(self.moves_made(player))
    }

    /// The same with grace: when an answer is too late.
    pub fn deadline(&self, player: Player) -> Option<Duration> {
        self.time_left(player).map(|time| time + self.rules.grace)
    }

    /// What is seen from outside.
    pub fn glimpse(&self) -> Glimpse<'_> {
        let left = Player::BOTH.map(|player| self.time_left(player));
        Glimpse { game: &self.fixture.spec, moves: &self.texts, opening: self.fixture.opening.len(), left }
    }

    /// The question to whoever is to move; nothing when the game is over.
    pub fn question(&self, asked: Instant) -> Option<Ask<'_, G>> {
        let player = self.to_move()?;
        let time = self.time(player);
        Some(Ask {
            position: &self.position,
            begun: self.start(),
            played: self.all_moves().collect(),
            start: self.start_text(),
            moves: &self.texts,
            player,
            clocks: self.clocks,
            moves_made: self.moves_made(player),
            limits: time.limits(),
            asked,
            deadline: self.deadline(player),
            cpu: time.cpu,
        })
    }

    /// A move of the player to move as it was typed: legal, or why not.
    pub fn read_move(&self, text: &str) -> Result<G::Move, TextError> {
        read_move(&self.position, text)
    }

    /// The player to move has answered, or is at fault, and is charged this time. A move is taken when it came in time
    /// and the rules allow it, whatever its maker thinks; a fault costs what the policy says.
    pub fn answered(&mut self, answer: Result<Answer<G::Move>, Fault>, used: Duration) {
        let Some(player) = self.to_move() else { return };
        match answer.and_then(|answer| self.check(answer, used)) {
            Ok(answer) => self.make(answer.mv, used, answer.thought, None),
            Err(fault) if self.rules.policy == Policy::RandomMove => {
                let mv = self.position.random_move(&mut self.rng);
                self.make(mv, used, Thought::default(), Some(fault));
            }
            Err(fault) => self.forfeit(player, fault),
        }
    }

    fn check(&self, answer: Answer<G::Move>, used: Duration) -> Result<Answer<G::Move>, Fault> {
        let left = self.time_left(self.position.to_move());
        if let Some(time) = left.filter(|time| used > *time + self.rules.grace) {
            let message = format!("answered after {:.1} ms, had {:.1} ms", millis(used), millis(time));
            return Err(Fault::new(Reason::Timeout, message));
        }
        self.position.check_move(answer.mv).map_err(|error| {
            let text = self.position.move_text(answer.mv);
            Fault::new(Reason::IllegalMove, format!("{text}: {error}"))
        })?;
        Ok(answer)
    }

    fn make(&mut self, mv: G::Move, used: Duration, thought: Thought, instead_of: Option<Fault>) {
        let by = self.position.to_move();
        let text = self.position.move_text(mv);
        let (before, clocks, judge) = (self.position.clone(), self.clocks, self.judge.clone());
        self.texts.push(text.clone());
        self.judge.hears(by, thought.score);
        self.clocks[by.index()].spend(used);
        self.moves_made[by.index()] += 1;
        self.position.play(mv);
        let ms = (used.as_secs_f64() * 1e6).round() / 1e3;
        let left_ms = self.time_left(by).map(millis);
        let record = MoveRecord { text, by, ms, left_ms, thought, instead_of };
        self.played.push(Played { mv, record, before, clocks, judge });
        self.look_for_end();
    }

    fn look_for_end(&mut self) {
        let by_rule = self.position.outcome().map(|outcome| (outcome, Ending::Rule));
        self.end = by_rule.or_else(|| {
            let (outcome, why) = self.judge.decides(&self.position, self.texts.len())?;
            Some((outcome, Ending::Adjudication { why }))
        });
    }

    /// Takes moves back until a person is to move again, as it was on that person's last turn. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let last_turn = self.played.iter().rposition(|played| self.is_person(played.record.by));
        let Some(back) = last_turn.and_then(|index| self.played.drain(index..).next()) else { return false };
        self.texts.truncate(self.fixture.opening.len() + self.played.len());
        self.moves_made = Player::BOTH.map(|player| self.moves().filter(|mv| mv.by == player).count());
        self.position = back.before;
        self.clocks = back.clocks;
        self.judge = back.judge;
        self.end = None;
        true
    }

    /// A player gives up.
    pub fn resign(&mut self, loser: Player) {
        self.end = Some((Outcome::Win(loser.other()), Ending::Resignation { loser }));
    }

    /// A player's time is over.
    pub fn flag(&mut self, loser: Player) {
        self.forfeit(loser, Fault::new(Reason::Timeout, "ran out of time"));
    }

    /// A player is at fault and loses.
    pub fn forfeit(&mut self, loser: Player, fault: Fault) {
        let ending = Ending::Forfeit { loser, ply: self.texts.len(), fault };
        self.end = Some((Outcome::Win(loser.other()), ending));
    }

    /// What is kept of the game as it stands.
    pub fn record(&self) -> GameRecord {
        let (outcome, ending) = match &self.end {
            Some((outcome, ending)) => (Some(*outcome), ending.clone()),
            None => (None, Ending::Unfinished),
        };
        GameRecord {
            game: self.fixture.spec.clone(),
            start: self.fixture.start_text.clone(),
            agents: self.fixture.agents.clone(),
            times: self.rules.times,
            clock_factor: None,
            seed: self.fixture.seed,
            run: None,
            opening: self.texts[..self.fixture.opening.len()].to_vec(),
            moves: self.moves().cloned().collect(),
            outcome,
            ending,
            scores: self.position.scores(),
            memory: [None; 2],
        }
    }
}

fn read_move<G: BoardGame>(position: &G, text: &str) -> Result<G::Move, TextError> {
    if position.outcome().is_some() {
        return Err(TextError::new("the game is over"));
    }
    let mv = position.parse_move(text)?;
    position.check_move(mv).map(|()| mv)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests;

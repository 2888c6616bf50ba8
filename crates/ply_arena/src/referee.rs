//! The referee: owns the position, asks the seats in turn, checks every move and every time, and keeps the record.

use std::time::{Duration, Instant};

use ply_game::{BoardGame, Outcome, Player, Rng, Spec, rng};
use ply_search::Clock;

use crate::adjudication::{Adjudication, Judge};
use crate::live::Glimpse;
use crate::record::{Ending, Fault, GameRecord, MoveRecord, Reason};
use crate::seat::{Answer, Ask, Seat};
use crate::time_control::TimeControl;

/// What happens to an agent that breaks the rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Policy {
    /// It loses the game.
    #[default]
    Forfeit,
    /// A random legal move is made for it, as two of the courses do.
    RandomMove,
}

impl Policy {
    /// The spellings of policies.
    pub const WORDS: [&'static str; 2] = ["forfeit", "random-move"];
    /// Both, in the order of their spellings.
    pub const ALL: [Self; 2] = [Self::Forfeit, Self::RandomMove];
}

/// The rules of the arena for one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HouseRules {
    /// The clock.
    pub time: TimeControl,
    /// How much later than its time an answer may come.
    pub grace: Duration,
    /// What a fault costs.
    pub policy: Policy,
    /// When a game is ended before its end.
    pub adjudication: Adjudication,
}

impl HouseRules {
    /// The usual rules with this time control: 20 ms of grace, a fault loses.
    pub fn new(time: TimeControl) -> Self {
        Self { time, grace: Duration::from_millis(20), policy: Policy::Forfeit, adjudication: Adjudication::default() }
    }
}

/// A game about to be played.
#[derive(Clone, Debug)]
pub struct Fixture<'a, G: BoardGame> {
    /// The game's full spelling.
    pub spec: &'a Spec,
    /// Where it begins.
    pub start: &'a G,
    /// The text of that position, if it is not the game's own start.
    pub start_text: Option<&'a str>,
    /// Moves that are made before the agents take over.
    pub opening: &'a [G::Move],
    /// The agents' full spellings.
    pub agents: [String; 2],
    /// The seed agents were built with; random moves instead of faulty ones come from it too.
    pub seed: u64,
}

/// Plays one game, and tells of it at the beginning and after every move.
pub fn referee<G: BoardGame>(
    fixture: &Fixture<'_, G>,
    rules: &HouseRules,
    seats: [&mut dyn Seat<G>; 2],
    tell: &mut dyn FnMut(Glimpse<'_>),
) -> GameRecord {
    let mut game = Play::new(fixture, rules);
    let spelling = fixture.spec.to_string();
    let [first, second] = seats;
    let unready = [&mut *first, &mut *second].map(|seat| seat.prepare().err());
    let (outcome, ending) = loop {
        if let Some((outcome, ending)) = walkover(&unready, rules.policy) {
            break (outcome, ending);
        }
        if let Some(outcome) = game.position.outcome() {
            break (outcome, Ending::Rule);
        }
        if let Some((outcome, why)) = game.judge.decides(&game.position, game.moves.len()) {
            break (outcome, Ending::Adjudication { why });
        }
        tell(game.glimpse(&spelling));
        let seat = if game.position.to_move() == Player::First { &mut *first } else { &mut *second };
        if let Some((loser, fault)) = game.turn(seat) {
            let ending = Ending::Forfeit { loser: loser.index(), ply: game.moves.len(), fault };
            break (Outcome::Win(loser.other()), ending);
        }
    };
    GameRecord {
        game: spelling,
        start: fixture.start_text.map(str::to_owned),
        agents: fixture.agents.clone(),
        time: rules.time.to_string(),
        seed: fixture.seed,
        opening: game.moves[..fixture.opening.len()].to_vec(),
        moves: game.records,
        outcome: outcome.to_string(),
        ending,
        scores: game.position.scores(),
    }
}

/// The end of a game that a side cannot even begin; where faults only cost moves it is begun all the same.
fn walkover(unready: &[Option<Fault>; 2], policy: Policy) -> Option<(Outcome, Ending)> {
    let loser = Player::BOTH.into_iter().find(|player| unready[player.index()].is_some())?;
    let fault = unready[loser.index()].clone()?;
    (policy == Policy::Forfeit)
        .then(|| (Outcome::Win(loser.other()), Ending::Forfeit { loser: loser.index(), ply: 0, fault }))
}

/// A game under way.
struct Play<'a, G: BoardGame> {
    fixture: &'a Fixture<'a, G>,
    rules: &'a HouseRules,
    position: G,
    /// Every move as text, the opening's first.
    moves: Vec<String>,
    records: Vec<MoveRecord>,
    clocks: [Clock; 2],
    moves_made: [usize; 2],
    judge: Judge,
    rng: Rng,
}

impl<'a, G: BoardGame> Play<'a, G> {
    fn new(fixture: &'a Fixture<'a, G>, rules: &'a HouseRules) -> Self {
        let mut position = fixture.start.clone();
        let mut moves = Vec::new();
        for &mv in fixture.opening {
            moves.push(position.move_text(mv));
            position.play(mv);
        }
        Self {
            fixture,
            rules,
            position,
            moves,
            records: Vec::new(),
            clocks: [rules.time.clock; 2],
            moves_made: [0; 2],
            judge: Judge::new(rules.adjudication),
            rng: rng(fixture.seed),
        }
    }

    fn glimpse<'b>(&'b self, game: &'b str) -> Glimpse<'b> {
        let opening = self.fixture.opening.len();
        Glimpse { game, moves: &self.moves, opening, clocks: self.clocks, moves_made: self.moves_made }
    }

    /// One turn; gives the loser and the fault if it ends the game.
    fn turn(&mut self, seat: &mut dyn Seat<G>) -> Option<(Player, Fault)> {
        let player = self.position.to_move();
        let time = self.clocks[player.index()].left(self.moves_made[player.index()]);
        let deadline = time.map(|time| time + self.rules.grace);
        let asked = Instant::now();
        let answer = seat.ask(&Ask {
            position: &self.position,
            start: self.fixture.start_text,
            moves: &self.moves,
            player,
            clocks: self.clocks,
            moves_made: self.moves_made[player.index()],
            limits: self.rules.time.limits(),
            asked,
            deadline,
            cpu: self.rules.time.cpu,
        });
        let wall = asked.elapsed();
        let used = answer.as_ref().ok().and_then(|answer| answer.used).unwrap_or(wall);
        let checked = answer.and_then(|answer| self.check(answer, used, time));
        self.clocks[player.index()].spend(used);
        self.moves_made[player.index()] += 1;
        let ms = used.as_secs_f64() * 1e3;
        match checked {
            Ok(answer) => {
                self.judge.hears(player, answer.score);
                self.make(answer.mv, ms, answer.score, answer.depth, None);
            }
            Err(fault) if self.rules.policy == Policy::RandomMove => {
                let mv = self.position.random_move(&mut self.rng);
                self.judge.hears(player, None);
                self.make(mv, ms, None, None, Some(fault));
            }
            Err(fault) => return Some((player, fault)),
        }
        None
    }

    /// A move is taken when it came in time and the rules allow it, whatever its maker thinks.
    fn check(&self, answer: Answer<G::Move>, used: Duration, time: Option<Duration>) -> Result<Answer<G::Move>, Fault> {
        if let Some(time) = time.filter(|time| used > *time + self.rules.grace) {
            let message = format!("answered after {:.1} ms, had {:.1} ms", millis(used), millis(time));
            return Err(Fault::new(Reason::Timeout, message));
        }
        self.position.check_move(answer.mv).map_err(|error| {
            let text = self.position.move_text(answer.mv);
            Fault::new(Reason::IllegalMove, format!("{text}: {error}"))
        })?;
        Ok(answer)
    }

    fn make(&mut self, mv: G::Move, ms: f64, score: Option<i32>, depth: Option<u32>, instead_of: Option<Fault>) {
        let text = self.position.move_text(mv);
        let by = self.position.to_move().index();
        self.position.play(mv);
        self.moves.push(text.clone());
        self.records.push(MoveRecord { text, by, ms: (ms * 1e3).round() / 1e3, score, depth, instead_of });
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

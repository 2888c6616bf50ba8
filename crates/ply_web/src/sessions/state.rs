//! One game in progress: the board, who sits there, the clocks, and how it ended.

use std::time::{Duration, Instant};

use ply_arena::{Fault, Reason, TimeControl};
use ply_game::{Outcome, Player};
use ply_search::{Cancel, Clock};
use serde_json::{Value, json};

use crate::board::Board;
use crate::problem::Problem;
use crate::queue::Cost;

/// How much later than its time a move may come.
const GRACE: Duration = Duration::from_millis(100);

/// An agent's seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seat {
    /// What a thought costs.
    pub(crate) cost: Cost,
    /// The agent's spec limits its thoughts.
    pub(crate) bounded: bool,
    /// What its tables may grow to.
    pub(crate) megabytes: u64,
}

/// An end that the rules of the game do not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    /// `resignation`, or a reason of the referee's.
    pub(crate) reason: String,
    /// In words.
    pub(crate) message: String,
}

impl Ended {
    /// A player broke the rules of the arena.
    pub(crate) fn fault(loser: Player, fault: &Fault) -> Self {
        let message = format!("{loser} {}", fault.message);
        Self { outcome: Outcome::Win(loser.other()), reason: fault.reason.to_string(), message }
    }

    /// Nobody wants the game any more: whatever is still under way finds it over.
    pub(crate) fn dropped() -> Self {
        Self { outcome: Outcome::Draw, reason: "dropped".to_owned(), message: "the game was dropped".to_owned() }
    }

    fn timeout(loser: Player) -> Self {
        Self::fault(loser, &Fault::new(Reason::Timeout, "ran out of time"))
    }
}

/// One game in progress.
pub(crate) struct State {
    pub(crate) board: Box<dyn Board>,
    /// The players' full spellings.
    pub(crate) players: [String; 2],
    /// Where agents sit; the others are persons.
    pub(crate) seats: [Option<Seat>; 2],
    pub(crate) control: TimeControl,
    pub(crate) seed: u64,
    clocks: [Clock; 2],
    /// The clocks before each move.
    past_clocks: Vec<[Clock; 2]>,
    /// Since when the mover's clock runs.
    pub(crate) running: Option<Instant>,
    pub(crate) ended: Option<Ended>,
    /// The thought under way, or waiting for its turn.
    pub(crate) thought: Option<Cancel>,
    /// What the agent said last.
    pub(crate) report: Option<Value>,
    /// Counts what makes thoughts and alarms of before pointless.
    pub(crate) epoch: u64,
}

impl State {
    pub(crate) fn new(
        board: Box<dyn Board>,
        players: [String; 2],
        seats: [Option<Seat>; 2],
        control: TimeControl,
        seed: u64,
    ) -> Self {
        let clocks = [control.clock; 2];
        let past_clocks = board.movers().iter().map(|_| clocks).collect();
        let mut state = Self {
            board,
            players,
            seats,
            control,
            seed,
            clocks,
            past_clocks,
            running: None,
            ended: None,
            thought: None,
            report: None,
            epoch: 0,
        };
        state.begin_turn();
        state
    }

    /// Who moves; nobody when the game is over.
    pub(crate) fn to_move(&self) -> Option<Player> {
        if self.ended.is_some() { None } else { self.board.to_move() }
    }

    /// The agent to move.
    pub(crate) fn agent_to_move(&self) -> Option<(Player, Seat)> {
        let player = self.to_move()?;
        self.seats[player.index()].map(|seat| (player, seat))
    }

    /// What the agents' tables may grow to.
    pub(crate) fn megabytes(&self) -> u64 {
        self.seats.iter().flatten().map(|seat| seat.megabytes).sum()
    }

    pub(crate) fn clock(&self, player: Player) -> Clock {
        self.clocks[player.index()]
    }

    pub(crate) fn moves_made(&self, player: Player) -> usize {
        self.board.movers().iter().filter(|mover| **mover == player).count()
    }

    /// The time a player has for the next move, as of the beginning of the turn.
    pub(crate) fn left(&self, player: Player) -> Option<Duration> {
        self.clock(player).left(self.moves_made(player))
    }

    /// Everything that was under way is pointless now; a person's clock begins to run, an agent's when it thinks.
    fn begin_turn(&mut self) {
        self.epoch += 1;
        if let Some(cancel) = self.thought.take() {
            cancel.cancel();
        }
        let person = self.to_move().is_some_and(|player| self.seats[player.index()].is_none());
        self.running = person.then(Instant::now);
    }

    /// Plays a move for the player whose turn it is.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), Problem> {
        let player = self.to_move().ok_or_else(|| Problem::conflict("the game is over"))?;
        let used = self.running.map_or(Duration::ZERO, |since| since.elapsed());
        if self.left(player).is_some_and(|left| used > left + GRACE) {
            self.end(Ended::timeout(player));
            return Err(Problem::conflict(format!("{player} ran out of time")));
        }
        self.board.play(text)?;
        self.past_clocks.push(self.clocks);
        self.clocks[player.index()].spend(used);
        self.begin_turn();
        Ok(())
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, ended: Ended) {
        self.ended = Some(ended);
        self.begin_turn();
    }

    /// A person whose time is over loses; how long until then otherwise.
    pub(crate) fn flag(&mut self) -> Option<Duration> {
        let player = self.to_move().filter(|player| self.seats[player.index()].is_none())?;
        let used = self.running?.elapsed();
        let left = (self.left(player)? + GRACE).saturating_sub(used);
        if left.is_zero() {
            self.end(Ended::timeout(player));
            return None;
        }
        Some(left)
    }

    /// Takes back to the last turn of a person.
    pub(crate) fn undo(&mut self) -> Result<(), Problem> {
        let movers = self.board.movers();
        let persons = |player: &Player| self.seats[player.index()].is_none();
        let place = movers.iter().rposition(persons);
        let place = place.ok_or_else(|| Problem::conflict("no person has made a move that could be taken back"))?;
        self.board.take_back(movers.len() - place);
        self.clocks = self.past_clocks[place];
        self.past_clocks.truncate(place);
        self.ended = None;
        self.report = None;
        self.begin_turn();
        Ok(())
    }

    /// A person gives up: the one who is named, else the one to move, else the only one there is.
    pub(crate) fn resign(&mut self, named: Option<Player>) -> Result<(), Problem> {
        let to_move = self.to_move().ok_or_else(|| Problem::conflict("the game is over"))?;
        let person = |player: &Player| self.seats[player.index()].is_none();
        let loser = match named {
            Some(named) => Some(named).filter(person),
            None => [to_move, to_move.other()].into_iter().find(person),
        };
        let loser = loser.ok_or_else(|| Problem::conflict("only a person can resign"))?;
        let message = format!("{loser} resigned");
        self.end(Ended { outcome: Outcome::Win(loser.other()), reason: "resignation".to_owned(), message });
        Ok(())
    }

    /// Everything about it.
    pub(crate) fn describe(&self, id: &str) -> Value {
        let mut value = self.board.describe();
        if let Some(ended) = &self.ended {
            value["to_move"] = Value::Null;
            value["legal_moves"] = json!([]);
            value["outcome"] = ended.outcome.to_string().into();
        }
        value["id"] = id.into();
        value["reason"] = json!(self.ended.as_ref().map(|ended| &ended.reason));
        value["reason_text"] = json!(self.ended.as_ref().map(|ended| &ended.message));
        value["players"] = json!({"first": self.players[0], "second": self.players[1]});
        value["clock"] =
            if self.control == TimeControl::default() { "none".into() } else { json!(self.control.to_string()) };
        value["clocks"] = self.describe_clocks();
        value["thinking"] = self.thought.is_some().into();
        value["waiting"] = (self.thought.is_some() && self.running.is_none()).into();
        value["last_report"] = json!(self.report);
        value["seed"] = self.seed.to_string().into();
        value
    }

    fn describe_clocks(&self) -> Value {
        let to_move = self.to_move();
        let running = self.running.filter(|_| to_move.is_some());
        let left = |player: Player| {
            let used = running.filter(|_| to_move == Some(player)).map_or(Duration::ZERO, |since| since.elapsed());
            self.left(player).map(|left| left.saturating_sub(used).as_secs_f64() * 1e3)
        };
        let [first, second] = Player::BOTH.map(left);
        if first.is_none() && second.is_none() {
            return Value::Null;
        }
        let running = running.and(to_move).map(|player| player.to_string());
        json!({"first_ms": first, "second_ms": second, "running": running})
    }
}

//! Whole games against random play: what fixed positions do not show.

use ply_game::{BoardGame, Outcome, Player, Spec, playout, rng};
use ply_games::Visitor;
use std::time::Duration;

use super::{Check, Clocks, Level, advice};
use crate::external::{ProcessSeat, Program};
use crate::game::agent_seat::AgentSeat;
use crate::game::empty_seat::EmptySeat;
use crate::game::fault::{Fault, Reason};
use crate::game::log::Logs;
use crate::game::record::GameRecord;
use crate::game::referee::referee;
use crate::game::rules::ArenaRules;
use crate::game::seat::Seat;
use crate::game::under_way::{Fixture, GameUnderWay};
use crate::{AgentSpec, TimeControl};

/// Where games are played.
pub(super) struct Table<'a> {
    pub(super) check: &'a mut Check,
    pub(super) program: &'a Program,
    pub(super) clocks: Clocks,
    pub(super) seed: u64,
    pub(super) logs: &'a Logs,
}

/// A game to be played.
struct Trial<G: BoardGame> {
    name: String,
    game: Spec,
    start: G,
    /// The start's text, if it is not the game's own.
    fen: Option<String>,
    opening: Vec<G::Move>,
    side: Player,
    time: TimeControl,
    /// How a fault is meant.
    level: Level,
    /// How a late answer is.
    late: Level,
}

/// Another size of the same game: who plays only one is warned.
impl Visitor for Table<'_> {
    type Output = ();

    fn visit<G: BoardGame>(mut self, game: Spec, start: G) {
        let Clocks { long, short, .. } = self.clocks;
        let bank = TimeControl { clock: ply_search::Clock::bank(10 * long, short), ..TimeControl::default() };
        for (side, time, words) in
            [(Player::First, per_move(long), clock_words(long)), (Player::Second, bank, format!("{bank}"))]
        {
            let name = format!("a whole game of {game} as {side}, {words}");
            let (start, level) = (start.clone(), Level::Warning);
            let game = game.clone();
            self.play(Trial { name, game, start, fen: None, opening: Vec::new(), side, time, level, late: level });
        }
    }
}

impl Table<'_> {
    /// The board that was asked for: the start from both sides under both clocks, and a position in the middle.
    pub(super) fn board<G: BoardGame>(&mut self, game: &Spec, start: &G) {
        let Clocks { long, short, late_for_short } = self.clocks;
        let trial = |name: String, side: Player, time: Duration, late: Level| Trial {
            name: format!("{name}, {}", clock_words(time)),
            game: game.clone(),
            start: start.clone(),
            fen: None,
            opening: Vec::new(),
            side,
            time: per_move(time),
            level: Level::Error,
            late,
        };
        self.play(trial("a whole game as first".to_owned(), Player::First, long, Level::Error));
        let name = "a whole game as second, after an opening".to_owned();
        let opening = self.moves(start, 3);
        self.play(Trial { opening, ..trial(name, Player::Second, short, late_for_short) });
        let length = playout(start.clone(), &mut rng(self.seed)).1;
        let mut middle = start.clone();
        self.moves(start, length / 3).into_iter().for_each(|mv| middle.play(mv));
        let (fen, opening) = (Some(middle.position_text()), self.moves(&middle, 2));
        let mut begun = middle.clone();
        opening.iter().for_each(|&mv| begun.play(mv));
        if begun.outcome().is_none() {
            let name = "a whole game from 'position fen' with moves before it".to_owned();
            let asked = trial(name, begun.to_move(), long, Level::Error);
            self.play(Trial { start: middle, fen, opening, ..asked });
        }
    }

    /// So many moves at random, or fewer if the game ends.
    fn moves<G: BoardGame>(&self, start: &G, count: usize) -> Vec<G::Move> {
        let (mut position, mut generator, mut moves) = (start.clone(), rng(self.seed), Vec::new());
        while moves.len() < count && position.outcome().is_none() {
            let mv = position.random_move(&mut generator);
            let mut next = position.clone();
            next.play(mv);
            if next.outcome().is_some() {
                break;
            }
            moves.push(mv);
            position = next;
        }
        moves
    }

    fn play<G: BoardGame>(&mut self, trial: Trial<G>) {
        let number = self.check.games + 1;
        let log = self.logs.open(&format!("game-{number}"));
        log.iter().for_each(|log| log.note(&format!("{}, {}", trial.game, trial.name)));
        let program = Program { log: log.as_ref().map(|log| log.of(trial.side)), ..self.program.clone() };
        let own = AgentSpec::Program(program.command.clone());
        let unready = |error: std::io::Error| Fault::new(Reason::Crash, error.to_string());
        let mut own_seat: Box<dyn Seat<G>> = match ProcessSeat::new(program, &trial.game) {
            Ok(seat) => Box::new(seat),
            Err(error) => Box::new(EmptySeat(unready(error))),
        };
        let random: Spec = Spec { name: "random".to_owned(), options: Vec::new() };
        let (random, agent) = ply_agents::agent::<G>(&random, self.seed).expect("every game has random play");
        let mut other_seat: Box<dyn Seat<G>> = match AgentSeat::new(agent) {
            Ok(seat) => Box::new(seat),
            Err(error) => Box::new(EmptySeat(unready(error))),
        };
        let other = AgentSpec::BuiltIn(random);
        let agents = if trial.side == Player::First { [own, other] } else { [other, own] };
        let fixture = Fixture {
            spec: trial.game.clone(),
            start: trial.start.clone(),
            start_text: trial.fen.clone(),
            opening: trial.opening.clone(),
            agents,
            seed: self.seed,
        };
        let mut game = GameUnderWay::new(fixture, ArenaRules::new(trial.time));
        match trial.side {
            Player::First => referee(&mut game, [own_seat.as_mut(), other_seat.as_mut()], &mut |_| {}),
            Player::Second => referee(&mut game, [other_seat.as_mut(), own_seat.as_mut()], &mut |_| {}),
        }
        self.check.memory = self.check.memory.max(own_seat.peak_memory());
        drop(own_seat);
        let record = game.record();
        log.iter().for_each(|log| log.note(&record.verdict()));
        self.judge(&trial, &record);
    }

    fn judge<G: BoardGame>(&mut self, trial: &Trial<G>, record: &GameRecord) {
        self.check.games += 1;
        let own = record.moves.iter().filter(|mv| mv.by == trial.side);
        let times: Vec<Duration> = own.map(|mv| Duration::try_from_secs_f64(mv.ms / 1e3).unwrap_or_default()).collect();
        times.iter().for_each(|time| self.check.answered(*time));
        let expected = "a legal move in time until the game is over";
        let Some((_, fault)) = record.forfeit().filter(|(loser, _)| *loser == trial.side) else {
            let result = match record.outcome {
                Some(Outcome::Win(winner)) if winner == trial.side => "won",
                Some(Outcome::Win(_)) => "lost",
                _ => "a draw",
            };
            let slowest = times.iter().max().map_or(0, Duration::as_millis);
            let came = format!("{result}, {} moves of its own, {slowest} ms for the slowest", times.len());
            return self.check.note(Level::Ok, &trial.name, expected, &came, "");
        };
        let level = match fault.reason {
            Reason::Timeout => trial.late,
            // Some courses' agents can play from the start only, and say so.
            Reason::NoMove if trial.fen.is_some() && times.is_empty() => Level::Warning,
            _ => trial.level,
        };
        let moves: Vec<&str> = record.move_texts().collect();
        let came = format!("after {} moves: {}", moves.len(), advice::told(fault));
        let position = trial.fen.as_ref().map(|fen| format!(" --position '{fen}'")).unwrap_or_default();
        let show = format!("plyground show '{}'{position} --moves '{}'", trial.game, moves.join(" "));
        let advice = format!("{}; the position: {show}", advice::of(fault, self.clocks.long));
        self.check.note(level, &trial.name, expected, &came, &advice);
    }
}

fn per_move(time: Duration) -> TimeControl {
    TimeControl { clock: ply_search::Clock::per_move(time), ..TimeControl::default() }
}

fn clock_words(time: Duration) -> String {
    format!("{} ms a move", time.as_millis())
}

//! Our own agents as UGI engines: the program's side of the conversation.
//!
//! One thread reads, one thinks, and the caller's writes; they meet in one queue, so that `isready` and `stop` are
//! answered while the agent thinks and lines never mix. Before it thinks, `isready` is answered when it is built. An engine of one game refuses to move once it was told to play
//! another; one of all games begins anew with the other.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ply_agents::{AnyAgent, Mind, Turn};
use ply_game::{BoardGame, Outcome, Player, Spec, SpecError, line_texts};
use ply_games::{Visitor, visit};
use ply_search::{Budget, Cancel, Limits, Report, Silent};

use super::inbox::{Event, Inbox, read};
use super::words::{ENDLESS, Told, legal_moves_line, read_go, read_position};
use crate::external::buffers::shown;
use crate::game::thinker::Thinker;

/// What an engine plays, and what it is called.
#[derive(Clone, Debug)]
pub struct Engine<G> {
    /// The agent's full spelling.
    pub name: String,
    /// The game's full spelling.
    pub game: Spec,
    /// The game's start position.
    pub start: G,
}

/// Plays as a UGI engine until `quit` or the end of the input. `build` makes an agent for each new game.
///
/// For the standard input, pass `BufReader::new(io::stdin())`. Lines that make no sense are answered with `info string`
/// and passed over; a `go` is always answered with one `bestmove`.
///
/// ```
/// use ply_arena::external::ugi::{Engine, serve};
/// use ply_games::infexion::Infexion;
/// let engine = Engine {
///     name: "random:seed=0".to_owned(),
///     game: "infexion".parse().unwrap(),
///     start: Infexion::default(),
/// };
/// let random = || ply_agents::agent(&"random".parse().unwrap(), 1).unwrap().1;
/// let mut output = Vec::new();
/// serve(&engine, random, "ugi\nposition startpos\ngo movetime 10\n".as_bytes(), &mut output).unwrap();
/// assert!(String::from_utf8(output).unwrap().contains("bestmove "));
/// ```
pub fn serve<G: BoardGame>(
    engine: &Engine<G>,
    build: impl Fn() -> AnyAgent<G> + Clone + Send + 'static,
    input: impl BufRead + Send,
    output: impl Write,
) -> io::Result<()> {
    let (events, happened) = channel();
    thread::scope(|scope| {
        let reader = events.clone();
        scope.spawn(move || read(input, &reader));
        // The reader ends with `quit` or the input.
        Desk::new(engine, output, build, events, false)?.work(&mut Inbox::new(happened)).map(drop)
    })
}

/// Why an engine of all games ended before it was told to.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A pipe broke.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It was told to play what the agent cannot.
    #[error("told to play '{game}': {reason}")]
    Game {
        /// What came.
        game: String,
        /// Why not.
        reason: Box<SpecError>,
    },
}

/// The same for an agent of any game: it begins with `game`, and the option `Game` switches to another. Another that it
/// cannot play is an error, not a game on the wrong board.
pub fn serve_games(
    agent: &Spec,
    game: &Spec,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let (events, happened) = channel();
    let (reader, mut inbox) = (events.clone(), Inbox::new(happened));
    // Not waited for: it may wait for a line that never comes.
    thread::spawn(move || read(input, &reader));
    let mut asked = game.to_string();
    loop {
        let refused = |reason: SpecError| ServeError::Game {
            game: shown(&asked).trim_matches('\'').to_owned(),
            reason: Box::new(reason),
        };
        let spec: Spec = asked.parse().map_err(refused)?;
        let session = Session { agent, inbox: &mut inbox, events: events.clone(), output: &mut output };
        let Some(other) = visit(&spec, None, session).and_then(|built| built).map_err(refused)?? else { return Ok(()) };
        asked = other;
    }
}

/// One game of an engine that can play others.
struct Session<'a, W> {
    agent: &'a Spec,
    inbox: &'a mut Inbox,
    events: Sender<Event>,
    output: W,
}

impl<W: Write> Visitor for Session<'_, W> {
    type Output = Result<io::Result<Option<String>>, SpecError>;

    fn visit<G: BoardGame>(self, game: Spec, start: G) -> Self::Output {
        let (name, spare) = ply_agents::mind::<G>(self.agent, 0, 1)?;
        warm_up(spare, &start);
        let engine = Engine { name: name.to_string(), game, start };
        let games = Arc::new(AtomicU64::new(1));
        let build = move || {
            let seed = games.fetch_add(1, Ordering::Relaxed);
            ply_agents::agent::<G>(&name, seed).expect("the spec was read before").1
        };
        let desk = Desk::new(&engine, self.output, build, self.events, true);
        Ok(desk.and_then(|mut desk| desk.work(self.inbox)))
    }
}

/// Thinks a moment with an agent that will not play, before anybody's clock runs: the first search of a program waits for
/// its code and its tables to be read from the disk, which has taken a quarter of a move of 200 ms.
fn warm_up<G: BoardGame>(mut spare: Mind<G>, start: &G) {
    const MOMENT: Duration = Duration::from_millis(20);
    if start.outcome().is_none() {
        let limits = Limits { nodes: Some(2000), ..Limits::time(MOMENT) };
        let _unheard = spare.think(start, &Budget::new(limits), &mut Silent);
    }
}

/// Where lines are answered.
struct Desk<'a, G: BoardGame, B, W> {
    engine: &'a Engine<G>,
    output: W,
    build: B,
    /// The agent of the game under way, built before its clock runs.
    thinker: Thinker<Option<AnyAgent<G>>>,
    /// Nobody has asked that agent for a move.
    is_fresh: bool,
    /// It is not built yet.
    is_building: bool,
    /// What comes is put off until it is: `isready` was asked.
    waits: bool,
    events: Sender<Event>,
    /// Ends the thought in progress.
    thinking: Option<Cancel>,
    /// That thought ends only with `stop`.
    endless: bool,
    answers_owed: usize,
    /// The position, or what was wrong with it.
    position: Result<Told<G>, String>,
    /// The game it was told to play, if that is another.
    other: Option<String>,
    /// It leaves for another game instead of refusing to move.
    switches: bool,
}

impl<'a, G, B, W> Desk<'a, G, B, W>
where
    G: BoardGame,
    B: Fn() -> AnyAgent<G> + Clone + Send + 'static,
    W: Write,
{
    fn new(engine: &'a Engine<G>, output: W, build: B, events: Sender<Event>, switches: bool) -> io::Result<Self> {
        let mut desk = Self {
            engine,
            output,
            build,
            thinker: Thinker::new(None)?,
            is_fresh: false,
            is_building: false,
            waits: false,
            events,
            thinking: None,
            endless: false,
            answers_owed: 0,
            position: Ok(Told::start(&engine.start)),
            other: None,
            switches,
        };
        desk.build_agent();
        Ok(desk)
    }

    /// Until `quit` or the end of the input. A thought in progress is stopped by `quit`, but after the end of the input
    /// it goes on to its own end, if it has one; its answer is given either way. Gives the game it was told to play
    /// instead, if it leaves for that.
    fn work(&mut self, inbox: &mut Inbox) -> io::Result<Option<String>> {
        let (mut ended, mut later, mut put_off) = (false, VecDeque::new(), VecDeque::new());
        // Whoever leaves does not leave its agent's words to the next game.
        while !(ended || self.leaves()) || self.answers_owed > 0 || self.leaves() && self.is_building {
            let Some(event) = inbox.next() else { break };
            match event {
                Event::Line(_) | Event::End { .. } if self.leaves() => later.push_back(event),
                Event::Line(_) | Event::End { .. } if self.waits => put_off.push_back(event),
                Event::Line(line) => self.answer(&line)?,
                Event::End { quit } => {
                    ended = true;
                    if quit || self.endless {
                        self.stop();
                    }
                }
                Event::Built(built) => {
                    self.is_building = false;
                    if built.is_err() {
                        self.replace_thinker()?;
                        // A question that came meanwhile was not heard on that thread.
                        if self.thinking.take().is_some() {
                            self.answers_owed -= 1;
                            self.say(NO_MOVE)?;
                        }
                    }
                    if std::mem::take(&mut self.waits) {
                        self.say("readyok")?;
                    }
                    inbox.put_back(std::mem::take(&mut put_off));
                }
                Event::Thought(line) => self.say(&line)?,
                Event::Decided(answer) => {
                    self.thinking = None;
                    self.answers_owed -= 1;
                    if answer.is_err() {
                        self.replace_thinker()?;
                    }
                    self.say(answer.as_deref().unwrap_or(NO_MOVE))?;
                }
            }
        }
        inbox.put_back(later);
        Ok(self.other.take().filter(|_| self.switches))
    }

    /// After a panic nothing is heard on its thread any more, nor is an agent built there.
    fn replace_thinker(&mut self) -> io::Result<()> {
        self.thinker = Thinker::new(None)?;
        (self.is_fresh, self.is_building) = (false, false);
        self.say("info string the agent panicked")
    }

    fn leaves(&self) -> bool {
        self.switches && self.other.is_some()
    }

    fn stop(&self) {
        if let Some(cancel) = &self.thinking {
            cancel.cancel();
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn answer(&mut self, line: &str) -> io::Result<()> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "ugi" => {
                self.say(&format!("id name Plyground {}", self.engine.name))?;
                self.say(&format!("option name Game type string default {}", self.engine.game))?;
                self.say("ugiok")
            }
            "isready" if self.is_building && self.thinking.is_none() => {
                self.waits = true;
                Ok(())
            }
            "isready" => self.say("readyok"),
            "setoption" => self.set_option(rest),
            "uginewgame" => {
                self.position = Ok(Told::start(&self.engine.start));
                self.build_agent();
                Ok(())
            }
            "position" => {
                self.position = read_position(&self.engine.start, rest).map_err(|error| error.to_string());
                self.complain_about_position()
            }
            "go" => self.go(rest),
            "query" => self.query(rest.trim()),
            "legalmoves" => match &self.position {
                Ok(told) => self.say(&legal_moves_line(&told.position)),
                Err(_) => self.complain_about_position(),
            },
            "stop" => {
                self.stop();
                Ok(())
            }
            "" => Ok(()),
            _ => self.say(&format!("info string unknown command {}", shown(word))),
        }
    }

    fn complain_about_position(&mut self) -> io::Result<()> {
        match &self.position {
            Err(error) => self.say(&format!("info string position refused: {error}")),
            Ok(_) => Ok(()),
        }
    }

    fn set_option(&mut self, rest: &str) -> io::Result<()> {
        let words = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
        match words.map(|(name, value)| (name.trim(), value.trim())) {
            Some(("Game", value)) if full_spelling(value).as_ref() == Some(&self.engine.game) => {
                self.other = None;
                Ok(())
            }
            Some(("Game", value)) => {
                self.other = Some(value.to_owned());
                self.stop();
                if self.switches { Ok(()) } else { self.refuse_other_game() }
            }
            Some((name, _)) => self.say(&format!("info string unknown option {}", shown(name))),
            None => self.say("info string expected setoption name NAME value VALUE"),
        }
    }

    /// Says that it was told to play another game.
    fn refuse_other_game(&mut self) -> io::Result<()> {
        let Some(other) = &self.other else { return Ok(()) };
        let line = format!("info string this engine plays {}, not {}", self.engine.game, shown(other));
        self.say(&line)
    }

    fn query(&mut self, what: &str) -> io::Result<()> {
        let Ok(Told { position, .. }) = &self.position else { return self.complain_about_position() };
        let outcome = position.outcome();
        let response = match (what, outcome) {
            ("gameover", _) => outcome.is_some().to_string(),
            ("p1turn", _) => (position.to_move() == Player::First).to_string(),
            ("result", None) => "none".to_owned(),
            ("result", Some(Outcome::Draw)) => "draw".to_owned(),
            ("result", Some(Outcome::Win(player))) => format!("p{}win", player.index() + 1),
            _ => return self.say(&format!("info string unknown query {}", shown(what))),
        };
        self.say(&format!("response {response}"))
    }

    fn go(&mut self, rest: &str) -> io::Result<()> {
        if self.thinking.is_some() {
            return self.say("info string still thinking: send stop first");
        }
        if self.other.is_some() {
            self.refuse_other_game()?;
            return self.say(NO_MOVE);
        }
        let Told { position, start, moves, moves_made } = match &self.position {
            Ok(told) => told.clone(),
            Err(_) => {
                self.complain_about_position()?;
                return self.say(NO_MOVE);
            }
        };
        if position.outcome().is_some() {
            self.say("info string the game is over")?;
            return self.say(NO_MOVE);
        }
        let mut strange = Vec::new();
        let (clock, limits) = read_go(rest, position.to_move(), |word| strange.push(shown(word)));
        if !strange.is_empty() {
            self.say(&format!("info string passed over after go: {}", strange.join(" ")))?;
        }
        let budget = Budget { limits, started: Instant::now(), cancel: Cancel::default() };
        self.thinking = Some(budget.cancel.clone());
        self.endless = clock.per_move == Some(ENDLESS);
        self.answers_owed += 1;
        self.think(Turn { position, start, moves, clock, moves_made, budget, waited: None });
        Ok(())
    }

    /// Has a new agent built after the thought in progress, unless there is one that has not played yet: what that takes
    /// (tables, weights) is not taken from the time of its first move.
    fn build_agent(&mut self) {
        if !std::mem::replace(&mut self.is_fresh, true) {
            let (build, events) = (self.build.clone(), self.events.clone());
            let ready = move |agent: &mut Option<AnyAgent<G>>| agent.insert(build()).prepare();
            self.is_building = true;
            self.thinker.ask_then(ready, move |answered| {
                let _unheard = events.send(Event::Built(answered.answer));
            });
        }
    }

    fn think(&mut self, turn: Turn<G>) {
        self.is_fresh = false;
        let (build, aloud, done) = (self.build.clone(), self.events.clone(), self.events.clone());
        let work = move |agent: &mut Option<AnyAgent<G>>| {
            let mut sink = |report: &Report<G::Move>| {
                let _unheard = aloud.send(Event::Thought(info_line(&turn.position, report)));
            };
            let decision = agent.get_or_insert_with(build).choose(&turn, &mut sink);
            decision.map_or(NO_MOVE.to_owned(), |made| format!("bestmove {}", turn.position.move_text(made.mv)))
        };
        self.thinker.ask_then(work, move |answered| {
            let _unheard = done.send(Event::Decided(answered.answer));
        });
    }
}

/// The answer of an agent that has no move, or of a game that is over.
const NO_MOVE: &str = "bestmove (none)";

/// `info ...`: what an agent thinks. Moves are spelled as the positions they are made in spell them.
fn info_line<G: BoardGame>(position: &G, report: &Report<G::Move>) -> String {
    let Report { depth, score, nodes, time, .. } = report;
    let mut line = format!("info depth {depth} score {} nodes {nodes} time {}", score.points(), time.as_millis());
    if !report.pv.is_empty() {
        line.push_str(" pv ");
        line.push_str(&line_texts(position, &report.pv).join(" "));
    }
    line
}

/// A game's full spelling, if it is one.
fn full_spelling(text: &str) -> Option<Spec> {
    struct Spelled;
    impl Visitor for Spelled {
        type Output = Spec;
        fn visit<G: BoardGame>(self, spec: Spec, _start: G) -> Spec {
            spec
        }
    }
    visit(&text.parse().ok()?, None, Spelled).ok()
}

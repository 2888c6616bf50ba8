//! A table at which the fixture sits alone and plays both sides.

#![allow(dead_code, reason = "each test file uses a part")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use ply_arena::external::sandbox;
use ply_arena::{Answer, Ask, Fault, Launcher, ProcessSeat, Program, ProgramLimits, Seat};
use ply_game::{Game as _, Notation as _};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge};
use ply_search::{Clock, Limits};

pub const FIXTURE: &str = env!("CARGO_BIN_EXE_sandbox_fixture");
/// Long enough for a loaded machine to start a program.
pub const START: Duration = Duration::from_secs(4);
const THINK: Duration = Duration::from_millis(1500);

pub fn confined() -> Launcher {
    Launcher::Confined(FIXTURE.into())
}

pub fn enforced(layer: &str) -> bool {
    let enforced = sandbox::probe(&confined()).enforces(layer);
    if !enforced {
        println!("skipped: this machine cannot enforce '{layer}'");
    }
    enforced
}

/// The fixture in one of its modes, under small limits.
pub fn program(mode: &str, launcher: Launcher, token: &str) -> Program {
    let limits = ProgramLimits { memory: 64 << 20, processes: 16, output: 1 << 20, ..ProgramLimits::default() };
    let command = format!("cmd:'{FIXTURE}' {mode} {token}").parse().unwrap();
    let start_within = if mode == "silent" || mode == "no-ugiok" { Duration::from_millis(500) } else { START };
    let stop_within = Duration::from_millis(if mode == "late" { 2000 } else { 200 });
    Program { limits, launcher, start_within, stop_within, ..Program::new(command) }
}

/// Processes with this word on their command line, the wardens' too.
pub fn processes(token: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(token)).count()
}

/// What the processes with this word on their command line are doing: `R` running, `T` stopped.
pub fn states(token: &str) -> Vec<char> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let ours = entries.filter(|path| {
        std::fs::read(path.join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(token))
    });
    let stats = ours.filter_map(|path| std::fs::read_to_string(path.join("stat")).ok());
    stats.filter_map(|stat| stat.rsplit_once(") ")?.1.chars().next()).collect()
}

pub struct Table {
    pub token: String,
    pub cpu: bool,
    seat: ProcessSeat,
    position: DotsAndBoxes<u64>,
    moves: Vec<String>,
    made: usize,
    prepared: bool,
}

/// A word that no other process has on its command line.
pub fn new_token() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("token-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn table(mode: &str, launcher: Launcher) -> Table {
    let token = new_token();
    Table { token: token.clone(), ..Table::new(program(mode, launcher, &token)) }
}

impl Table {
    pub fn new(program: Program) -> Self {
        let seat = ProcessSeat::new(program, &"dots-and-boxes:rows=4,cols=4".parse().unwrap()).unwrap();
        Self {
            token: String::new(),
            cpu: false,
            seat,
            position: DotsAndBoxes::default(),
            moves: Vec::new(),
            made: 0,
            prepared: false,
        }
    }

    pub fn restart(&mut self) {
        (self.position, self.made) = (DotsAndBoxes::default(), 0);
        self.moves.clear();
        Seat::<DotsAndBoxes<u64>>::prepare(&mut self.seat).unwrap();
        self.prepared = true;
    }

    pub fn position_text(&self) -> String {
        self.position.position_text()
    }

    pub fn goes_on(&self) -> bool {
        self.position.outcome().is_none()
    }

    /// Asks for a move and makes it.
    pub fn ask(&mut self) -> Result<Answer<Edge>, Fault> {
        if !self.prepared {
            Seat::<DotsAndBoxes<u64>>::prepare(&mut self.seat)?;
            self.prepared = true;
        }
        // A question counts as a move also where the referee moves instead.
        self.made += 1;
        let answer = self.seat.ask(&Ask {
            position: &self.position,
            begun: &DotsAndBoxes::default(),
            played: Vec::new(),
            start: None,
            moves: &self.moves,
            player: self.position.to_move(),
            clocks: [Clock::per_move(THINK); 2],
            moves_made: self.made - 1,
            limits: Limits::default(),
            asked: Instant::now(),
            deadline: Some(if self.cpu { Duration::from_millis(300) } else { THINK }),
            cpu: self.cpu,
        })?;
        self.moves.push(self.position.move_text(answer.mv));
        self.position.play(answer.mv);
        Ok(answer)
    }
}

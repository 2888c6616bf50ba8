//! What an engine hears: lines from outside and its agent's words, in one queue.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender};

/// What happened.
pub(super) enum Event {
    /// A line came in.
    Line(String),
    /// Nothing will come any more: `quit`, or only the end of the input.
    End { quit: bool },
    /// The agent of the next game is built, or the message of its panic.
    Built(Result<(), String>),
    /// A line from the thinking agent.
    Thought(String),
    /// Its answer, the last line for one `go`, or the message of its panic.
    Decided(Result<String, String>),
}

/// What happened and was not heard yet.
pub(super) struct Inbox {
    happened: Receiver<Event>,
    /// What came before it could be dealt with.
    kept: VecDeque<Event>,
}

impl Inbox {
    pub(super) fn new(happened: Receiver<Event>) -> Self {
        Self { happened, kept: VecDeque::new() }
    }

    pub(super) fn next(&mut self) -> Option<Event> {
        self.kept.pop_front().or_else(|| self.happened.recv().ok())
    }

    /// These come next, before whatever was kept.
    pub(super) fn put_back(&mut self, mut first: VecDeque<Event>) {
        first.append(&mut self.kept);
        self.kept = first;
    }
}

/// Reads until `quit` or the end. Lines that are not UTF-8 or endlessly long are cut and passed on as nonsense.
pub(super) fn read(mut input: impl BufRead, events: &Sender<Event>) {
    const LONGEST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if line == "quit" {
            let _ = events.send(Event::End { quit: true });
            return;
        }
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End { quit: false });
}

//! The page's answers in a browser: a thin layer over `ply_web`, whose values and texts go through unchanged. Built for
//! `wasm32-unknown-unknown` by `cargo xtask site`; elsewhere it is empty.
#![cfg(target_family = "wasm")]

use ply_web::{Local, LocalAnswer, Thoughts};
use wasm_bindgen::prelude::wasm_bindgen;

/// An answer: a status of HTTP and a body of JSON.
#[wasm_bindgen(getter_with_clone)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: String,
}

impl From<LocalAnswer> for Answer {
    fn from(LocalAnswer { status, body }: LocalAnswer) -> Self {
        Self { status, body }
    }
}

/// Answers at once: positions and games in progress.
#[wasm_bindgen]
pub struct Desk(Local);

#[wasm_bindgen]
impl Desk {
    /// `random` is what nobody should guess.
    #[wasm_bindgen(constructor)]
    pub fn new(random: u64) -> Self {
        Self(Local::new(random))
    }

    /// Answers a question.
    pub fn ask(&mut self, method: &str, address: &str, body: &str) -> Answer {
        self.0.ask(method, address, body).into()
    }

    /// Goes on with a game that was kept. Whether it can be.
    #[wasm_bindgen(js_name = takeIn)]
    pub fn take_in(&mut self, id: &str, record: &str) -> bool {
        self.0.take_in(id, record)
    }

    /// What is new in a game.
    pub fn news(&mut self, id: &str) -> Option<String> {
        self.0.news(id)
    }

    /// An agent has said something.
    pub fn report(&mut self, id: &str, epoch: f64, report: &str) {
        self.0.report(id, epoch as u64, report);
    }

    /// An agent has answered.
    pub fn answered(&mut self, id: &str, epoch: f64, said: &str) {
        self.0.answered(id, epoch as u64, said);
    }

    /// A thought is not to be.
    #[wasm_bindgen(js_name = giveUp)]
    pub fn give_up(&mut self, id: &str, epoch: f64) {
        self.0.give_up(id, epoch as u64);
    }
}

#[wasm_bindgen]
extern "C" {
    /// Whoever listens to a thought: an object with a method `tell`.
    pub type Listener;

    #[wasm_bindgen(method)]
    fn tell(this: &Listener, name: &str, data: &str);
}

/// Thinks as long as that takes.
#[wasm_bindgen]
#[derive(Default)]
pub struct Agents(Thoughts);

#[wasm_bindgen]
impl Agents {
    /// Nobody rests yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Thinks about a task and gives back what was answered.
    pub fn think(&mut self, task: &str, listener: &Listener) -> String {
        self.0.think(task, &mut |name, data| listener.tell(name, &data.to_string()))
    }

    /// Answers an analysis or a review with events.
    pub fn study(&mut self, address: &str, listener: &Listener) -> Answer {
        self.0.study(address, &mut |name, data| listener.tell(name, &data.to_string())).into()
    }

    /// Takes the book of Dots-and-Boxes. Whether it can be one.
    #[wasm_bindgen(js_name = handInBook)]
    pub fn hand_in_book(&mut self, file: Vec<u8>) -> bool {
        self.0.send_away();
        ply_agents::hand_in_book(file)
    }
}

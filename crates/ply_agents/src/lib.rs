//! What each game's agents are made of: evaluators, configurations of the searchers, and the clock they play under.
//!
//! [`agent()`] builds an agent from its spec; [`mind()`] gives what is inside, for whoever wants to watch it think. A
//! game's own agents (those its report describes, and its champion) live in the game's folder and come before the common
//! ones of the same name. An agent is one [`AgentEntry`]: its name, its options and how it is built; a game's folder has
//! one registration, with its agents and its simple evaluator.

mod agent;
mod champion;
mod chance;
mod colosseum;
mod common;
mod dots_and_boxes;
mod entry;
mod infexion;
mod insight;
mod instant;
mod mind;
mod network;
mod payoff;
mod pentago_swap;
mod prepared;
mod registration;
mod registry;
mod settings;
mod simple;
mod simplexity;
mod time_policy;
mod tunable;
mod verification;
mod weights;

pub use agent::{Agent, AnyAgent, Decision, Turn};
pub use chance::{reported_chance, win_chance};
#[cfg(target_family = "wasm")]
pub use dots_and_boxes::hand_in_book;
pub use entry::{AgentEntry, AgentInfo, Build, Points, Request};
pub use insight::{Insight, Map};
pub use mind::{AnySearcher, Depth, Mind};
pub use network::{Eyes, TAUGHT, Taught, TaughtVisitor, TrainingExample, View, visit_taught};
pub use payoff::{GamePayoff, board};
pub use pentago_swap::book_file as pentago_swap_book;
pub use prepared::{
    BoardTable, Book, BookEntry, BookError, BookFile, Certainty, QuickTable, Tables, TablesError, fill_table,
    table_size,
};
pub use registry::{agent, agents, alpha_beta, common_agents, common_mind, mcts, mind, own_agents, solver, strongest};
pub use simple::Simple;
pub use time_policy::{Stakes, TimePolicy};
pub use tunable::{Param, params, with_values};

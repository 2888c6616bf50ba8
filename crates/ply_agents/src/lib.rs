//! What each game's agents are made of: evaluators, configurations of the searchers, and the clock they play under.
//!
//! [`agent()`] builds an agent from its spec, [`searcher`] only the searcher inside, for whoever wants to watch it think.

mod agent;
mod basic;
mod faulty;
mod registry;
mod searchers;
mod simple;

pub use agent::{Agent, AnyAgent, Decision, Turn};
pub use registry::{AgentInfo, agent, agents};
pub use searchers::{AnySearcher, Built, searcher};
pub use simple::Simple;

//! What each game's agents are made of: evaluators, configurations of the searchers, and the clock they play under.
//!
//! [`agent()`] builds an agent from its spec; [`thinker()`] gives what is inside, for whoever wants to watch it think. A
//! game's own agents (those its report describes, and its champion) live in the game's folder and come before the common
//! ones of the same name.

mod agent;
mod chance;
mod colosseum;
mod common;
mod dots_and_boxes;
mod infexion;
mod insight;
mod own;
mod pentago_swap;
mod registry;
mod simplexity;
mod thinker;
mod workshop;

pub use agent::{Agent, AnyAgent, Decision, Turn};
pub use chance::win_chance;
pub use common::{AnySearcher, Simple};
pub use insight::{Insight, Map};
pub use own::own_agents;
pub use registry::{AgentInfo, agent, agents, common_agents, strongest, thinker};
pub use simplexity::Lesson;
pub use thinker::{Depth, Mind, Thinker};
pub use workshop::{alpha_beta, common_searcher, mcts};

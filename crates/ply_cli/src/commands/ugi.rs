//! `plyground ugi`: our agent as an engine on standard input and output.

use std::io::{BufReader, stdin, stdout};

use anyhow::Result;
use ply_arena::external::ugi::serve_games;
use ply_game::Spec;

pub fn run(game: &str, agent: &str) -> Result<()> {
    let (game, agent): (Spec, Spec) = (game.parse()?, agent.parse()?);
    Ok(serve_games(&agent, &game, BufReader::new(stdin()), stdout().lock())?)
}

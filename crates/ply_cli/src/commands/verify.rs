//! `plyground verify`: a proof, checked by the rules alone.

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use ply_agents::GamePayoff;
use ply_game::BoardGame;
use ply_lab::solve::{Certificate, Claim, Refuted, Strategy, verify};
use serde_json::json;

use super::run::on_interrupt;
use crate::args::{From, VerifyArgs};
use crate::output::{grouped, print, print_json, spinner};
use crate::setup::{Scene, SceneVisitor, with_scene};

pub fn run(args: &VerifyArgs) -> Result<ExitCode> {
    let file = File::open(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let (certificate, strategy) =
        Certificate::read(BufReader::new(file)).with_context(|| args.file.display().to_string())?;
    let from = From { position: Some(certificate.position.clone()), moves: String::new() };
    with_scene(&certificate.game, &from, Verify { args, claims: &certificate.claims, strategy })
}

struct Verify<'a> {
    args: &'a VerifyArgs,
    claims: &'a [Claim],
    strategy: Strategy<BufReader<File>>,
}

impl SceneVisitor for Verify<'_> {
    type Output = ExitCode;

    fn visit<G: BoardGame>(mut self, scene: Scene<G>) -> Result<ExitCode> {
        const SHOWN_EVERY: usize = 10_000;
        let bar = spinner("checking");
        let mut met = |positions: usize| {
            if positions.is_multiple_of(SHOWN_EVERY) {
                bar.set_message(format!("{} positions", grouped(positions as u64)));
            }
        };
        let strategy = &mut self.strategy;
        let checked = verify(&scene.spec, &scene.position, self.claims, strategy, &on_interrupt()?, &mut met);
        bar.finish_and_clear();
        if let Err(stopped @ (Refuted::Stopped(_) | Refuted::TooLong(_))) = checked {
            return Err(stopped.into());
        }
        if self.args.format.json {
            print_json(&json!({
                "game": scene.spec.to_string(),
                "position": scene.position.position_text(),
                "claims": self.claims,
                "verified": checked.is_ok(),
                "positions": checked.as_ref().ok().map(|verified| verified.positions),
                "endings": checked.as_ref().ok().map(|verified| verified.endings),
                "reason": checked.as_ref().err().map(ToString::to_string),
            }))?;
        } else {
            print(&match &checked {
                Ok(verified) => format!(
                    "{} {}\nproven: {}\n{} positions and {} endings, all by the rules\n",
                    scene.spec,
                    scene.position.position_text(),
                    self.claims
                        .iter()
                        .map(|claim| claimed(claim, GamePayoff::of(&scene.spec)))
                        .collect::<Vec<_>>()
                        .join("; "),
                    grouped(verified.positions as u64),
                    grouped(verified.endings),
                ),
                Err(refuted) => format!("not proven: {refuted}\n"),
            });
        }
        Ok(ExitCode::from(u8::from(checked.is_err())))
    }
}

fn claimed(claim: &Claim, payoff: GamePayoff) -> String {
    let Claim { player, at_least, within } = claim;
    match (within, payoff, at_least) {
        (Some(plies), ..) => format!("the {player} player wins within {plies} plies"),
        (_, GamePayoff::Points, _) => format!("the {player} player gets a margin of at least {at_least:+}"),
        (_, GamePayoff::Result, 1) => format!("the {player} player wins"),
        (_, GamePayoff::Result, 0) => format!("the {player} player draws at least"),
        (_, GamePayoff::Result, _) => format!("the {player} player may lose"),
    }
}

//! `plyground new-agent`: a starter that plays legally as it is, with the rules' page, a test and the commands to run it.
//!
//! The starters are the example agents of the repository, written out as they are.

mod starter;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use ply_game::{BoardGame, Spec};
use ply_games::{FamilyInfo, Visitor, families, visit};
use rust_embed::Embed;

use crate::args::NewAgentArgs;
use crate::output::print;
use starter::Starter;

/// The guide's pages of the games.
#[derive(Embed)]
#[folder = "../../docs/src/games"]
struct Pages;

/// The game that the examples name.
const EXAMPLE: &str = "dots-and-boxes";

const README: &str = include_str!("README.md");

pub fn run(args: &NewAgentArgs) -> Result<()> {
    let spec: Spec = args.game.parse()?;
    visit(&spec, None, Known)?;
    let folder = &args.folder;
    if fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()) {
        bail!("expected a new or an empty folder, got '{}', which has files in it", folder.display());
    }
    let starter = args.language.starter();
    for (name, text) in starter.files {
        write(&folder.join(name), &text.replace(EXAMPLE, &args.game))?;
    }
    write(&folder.join("RULES.md"), &rules(&spec))?;
    write(&folder.join("README.md"), &readme(&starter, &args.game, &spec.name))?;
    let names: Vec<&str> = starter.files.iter().map(|(name, _)| *name).collect();
    print(&format!(
        "Wrote {}, RULES.md and README.md to {}. In that folder:\n\n{}\n{}\n",
        names.join(", "),
        folder.display(),
        starter.test,
        commands(&starter, &args.game).join("\n"),
    ));
    Ok(())
}

/// A game that exists, with these options: its full spelling.
pub struct Known;

impl Visitor for Known {
    type Output = Spec;

    fn visit<G: BoardGame>(self, spec: Spec, _start: G) -> Spec {
        spec
    }
}

fn write(file: &Path, text: &str) -> Result<()> {
    let place = file.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(place).and_then(|()| fs::write(file, text));
    written.with_context(|| format!("cannot write '{}'", file.display()))
}

/// The page of the guide, or what the list of games says where there is none.
fn rules(game: &Spec) -> String {
    if let Some(page) = Pages::get(&format!("{}.md", game.name)) {
        return String::from_utf8_lossy(&page.data).into_owned();
    }
    let family = families().into_iter().find(|family| family.name == game.name);
    let FamilyInfo { name, about, .. } = family.expect("the game has been found before");
    format!("# {name}\n\n{about}\n\n`plyground show {name}` draws the board and lists the legal moves.\n")
}

/// To be checked, to play against random play, to be played against.
fn commands(starter: &Starter, game: &str) -> [String; 3] {
    let command = starter.command;
    [
        format!("plyground check-agent {game} \"cmd:{command}\""),
        format!("plyground match {game} \"cmd:{command}\" random --games 20 --time 1s"),
        format!("plyground play {game} --agent \"cmd:{command}\""),
    ]
}

fn readme(starter: &Starter, game: &str, name: &str) -> String {
    let [check, matched, play] = commands(starter, game);
    let words = [
        ("{files}", starter.about),
        ("{choose}", starter.choose),
        ("{test}", starter.test),
        ("{check}", &check),
        ("{match}", &matched),
        ("{play}", &play),
        ("{game}", game),
        ("{name}", name),
    ];
    words.iter().fold(README.to_owned(), |text, (word, value)| text.replace(word, value))
}

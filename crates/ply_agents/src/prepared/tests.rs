//! What is known is played, and what is damaged is refused.

use std::path::Path;

use ply_game::{Game as _, Notation as _, Symmetric as _};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::simplexity::{Geometry, Simplexity};
use ply_search::{Limits, Silent};

use super::*;

type Boxes = DotsAndBoxes<u64>;

const GAME: &str = "dots-and-boxes:rows=2,cols=2";

fn think(agent: &str, position: &Boxes) -> Result<Report<<Boxes as ply_game::Game>::Move>, SpecError> {
    let (_, mut mind) = mind::<Boxes>(&agent.parse()?, 0, 1)?;
    Ok(mind.think(position, &Budget::new(Limits::nodes(500)), &mut Silent).expect("it has a move"))
}

fn entry(position: &Boxes, mv: &str, certainty: Certainty) -> BookEntry {
    let (moves, by) = (vec![mv.to_owned()], "solver".to_owned());
    BookEntry { position: position.position_text(), moves, value: 2, certainty, by, nodes: 7 }
}

fn write_book(path: &Path, entries: Vec<BookEntry>) {
    BookFile { game: GAME.to_owned(), complete: true, entries }.write(path).expect("it can be written");
}

#[test]
fn a_table_of_the_board_is_played_from_a_file_and_from_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Boxes::new(2, 2);
    let (table, _) = fill_table(&start, GamePayoff::Points, 1, &mut |_| true).unwrap_or_else(|error| panic!("{error}"));
    table.write(&folder.path().join("2x2.table"), GAME).expect("it can be written");
    for path in [folder.path().join("2x2.table"), folder.path().to_owned()] {
        let agent = format!("prepared:tablebase={}", path.display());
        let report = think(&agent, &start).expect("it can be opened");
        assert_eq!((report.score, report.proof), (Score::opinion(2), Proof::Exact));
        assert_eq!(report.root.len(), start.move_list().len());
        assert_eq!(think(&agent, &Boxes::new(2, 3)).expect("another board").proof, Proof::Open, "the champion thinks");
    }
    let other_game = format!("prepared:tablebase={}", folder.path().display()).parse().expect("a spec");
    assert!(mind::<Simplexity<u64>>(&other_game, 0, 1).is_ok(), "tables of other games are passed over");
    std::fs::write(folder.path().join("2x2.table"), b"plytable").expect("it can be written");
    let agent = format!("prepared:tablebase={}", folder.path().display());
    let said = think(&agent, &start).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(said.ends_with("2x2.table: this is no table of any board: it is too short for a heading"), "{said}");
}

#[test]
fn an_image_of_a_position_of_the_book_is_found_with_its_own_moves() {
    let start = Boxes::new(2, 2);
    let position = start.after(start.move_list()[0]);
    let (image, _) = position.canonical();
    let mv = image.move_list()[3];
    let book = Book::new(start, GamePayoff::Points, vec![entry(&image, &image.move_text(mv), Certainty::Exact)]);
    for symmetry in 0..position.symmetries() {
        let other = position.transformed(symmetry);
        let (found, moves) = book.look_up(&other).expect("an image of the position");
        assert_eq!(found.value, 2);
        assert_eq!(other.after(moves[0]).canonical().0, image.after(mv).canonical().0);
    }
    assert!(book.look_up(&start).is_none() && book.look_up(&Boxes::new(2, 3)).is_none());
}

#[test]
fn a_book_of_another_board_with_the_same_texts_says_nothing() {
    let board = |win| Simplexity::<u64>::new(Geometry::of(4, 4, win), 4, 4);
    let entry = BookEntry {
        position: board(3).canonical().0.position_text(),
        moves: vec!["o1".to_owned()],
        ..{ entry(&Boxes::new(2, 2), "", Certainty::Opinion) }
    };
    let book = Book::new(board(3), GamePayoff::Result, vec![entry]);
    assert!(book.look_up(&board(3)).is_some() && book.look_up(&board(4)).is_none());
}

#[test]
fn an_agent_plays_the_move_of_its_book_and_says_how_sure_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Boxes::new(2, 2).canonical().0;
    let agent = |path: &Path| format!("prepared:book={}", path.display());
    for (name, certainty, proof) in
        [("proven", Certainty::Exact, Proof::Exact), ("thought", Certainty::Opinion, Proof::Open)]
    {
        let path = folder.path().join(name);
        write_book(&path, vec![entry(&start, "v1,1", certainty)]);
        let report = think(&agent(&path), &start).expect("it can be opened");
        assert_eq!((start.move_text(report.best).as_str(), report.proof), ("v1,1", proof));
    }
    assert!(think("prepared", &start).is_ok());
}

#[test]
fn a_damaged_book_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book");
    let start = Boxes::new(2, 2);
    write_book(&path, vec![entry(&start, "v1,1", Certainty::Exact)]);
    let whole = std::fs::read(&path).expect("it is there");
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x04;
        std::fs::write(&path, &damaged).expect("it can be written");
        assert!(BookFile::read(&path).is_err(), "byte {at} was changed");
    }
    std::fs::write(&path, &whole[..whole.len() - 2]).expect("it can be written");
    assert_eq!(BookFile::read(&path).expect_err("it is cut off").to_string(), "this is no book: it is damaged");
    std::fs::write(&path, b"").expect("it can be written");
    assert_eq!(BookFile::read(&path).expect_err("it is empty").to_string(), "this is no book: it has no heading");
}

//! The machinery on tiny contests: what is played once is kept, what was stopped goes on, and the page has all of it.

use std::cell::Cell;
use std::path::Path;

use ply_arena::Here;
use ply_arena::store::Store;
use ply_lab::reproduce::{
    Chapter, Claim, Contest, Counting, Experiment, Lab, Played, Question, Report, Row, Settings, Table, Unit,
    Unwatched, Value, Verdict, Watch, look, page, reproduce, sentences,
};
use ply_search::Cancel;

const GAME: &str = "dots-and-boxes:rows=2,cols=2";

fn settings() -> Settings {
    Settings { quick: true, time: None, seed: 3, again: false }
}

fn contest() -> Contest {
    let time = "10s".parse().expect("a time control");
    Contest::new("tiny", GAME, time, &["alpha-beta:nodes=200,table=1", "greedy", "random"], 4)
}

fn store(folder: &Path) -> Store {
    Store::open(&folder.join("lab.db")).expect("a store")
}

/// Counts games, and stops the lab after some.
struct Counter<'a> {
    played: Cell<usize>,
    most: usize,
    stop: &'a Cancel,
}

impl Watch for Counter<'_> {
    fn plans(&mut self, _games: usize) {}
    fn begins(&mut self, _what: &str) {}
    fn counts(&mut self, games: usize) {
        self.played.set(self.played.get() + games);
        if self.played.get() >= self.most {
            self.stop.cancel();
        }
    }
}

fn play(settings: &Settings, store: &Store, most: usize) -> (Played, bool) {
    let stop = Cancel::default();
    let mut counter = Counter { played: Cell::new(0), most, stop: &stop };
    let here = Here::new(2);
    let mut lab = Lab::new("test", settings, Some(store), &here, &mut counter, &stop);
    let played = lab.play(&contest()).expect("it plays");
    (played, lab.done().complete)
}

fn moves(played: &Played) -> Vec<String> {
    let text = |game: &ply_arena::store::StoredGame| {
        let moves: Vec<&str> = game.record.moves.iter().map(|mv| mv.text.as_str()).collect();
        format!("{:?} {:?} {}", game.record.agents, game.record.opening, moves.join(" "))
    };
    played.games.iter().map(text).collect()
}

#[test]
fn a_run_that_was_stopped_goes_on_and_ends_as_an_undisturbed_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let undisturbed = Store::open(&folder.path().join("other.db")).expect("a store");
    let (wanted, complete) = play(&settings(), &undisturbed, usize::MAX);
    assert_eq!((wanted.games.len(), complete), (24, true));

    let store = store(folder.path());
    let mut stops = 0;
    for most in [3, 9, 17] {
        let (played, complete) = play(&settings(), &store, most);
        stops += usize::from(!complete);
        assert_eq!(complete, played.games.len() == 24);
    }
    assert!(stops > 0);
    let (played, complete) = play(&settings(), &store, usize::MAX);
    assert!(complete);
    assert_eq!(moves(&played), moves(&wanted));
    // Done before: nothing is played, even where nothing may be.
    let stop = Cancel::default();
    stop.cancel();
    let (settings, mut unwatched) = (settings(), Unwatched);
    let here = Here::new(2);
    let mut lab = Lab::new("test", &settings, Some(&store), &here, &mut unwatched, &stop);
    assert_eq!(lab.play(&contest()).expect("it is there").games, played.games);
    assert_eq!((lab.done().games, lab.done().complete), (24, true));
}

#[test]
fn other_settings_are_other_games_and_again_is_a_new_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path());
    let tournaments = || store.list().expect("a list").len();
    play(&settings(), &store, usize::MAX);
    play(&settings(), &store, usize::MAX);
    assert_eq!(tournaments(), 1);
    play(&Settings { seed: 4, ..settings() }, &store, usize::MAX);
    assert_eq!(tournaments(), 2);
    let (anew, _) = play(&Settings { again: true, ..settings() }, &store, usize::MAX);
    assert_eq!(tournaments(), 3);
    let (after, _) = play(&settings(), &store, usize::MAX);
    assert_eq!((tournaments(), after.plan.name), (3, anew.plan.name), "the last run is the one that counts");
}

#[test]
fn a_lab_without_a_store_only_counts() {
    let (settings, stop, mut unwatched) = (settings(), Cancel::default(), Unwatched);
    let here = Here::new(2);
    let mut lab = Lab::new("test", &settings, None, &here, &mut unwatched, &stop);
    assert!(lab.play(&contest()).expect("a plan").games.is_empty());
    assert!(lab.measure::<u32>("x", "", |_| panic!("nothing is measured")).expect("nothing").is_none());
    assert_eq!((lab.done().planned, lab.done().games), (24, 0));
}

#[test]
fn every_experiment_has_agents_that_exist_and_every_wish_a_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, stop) = (store(folder.path()), Cancel::default());
    stop.cancel();
    let reports: Vec<Report> = Report::ALL.into_iter().chain([Report::Wishes]).collect();
    let chapters =
        reproduce(&reports, &settings(), &store, &Here::new(2), &mut Unwatched, &stop).expect("every plan can be made");
    let wishes = &chapters[5];
    assert!(!wishes.complete && wishes.games == 0);
    let rows: Vec<&Row> = wishes.experiments.iter().flat_map(|experiment| &experiment.rows).collect();
    assert_eq!(rows.len(), 7 + 3 + 5 + 3 + 4 + 4);
    assert!(rows.iter().all(|row| row.verdict == Verdict::Unplayed && row.why.is_none()));
    let page = page(&chapters[5..], &settings(), "wishes");
    assert!(page.text.contains("# What the reports wished for") && page.text.contains("| wish | how it is built |"));
    let maps = page.pictures.iter().filter(|(name, _)| name.starts_with("images/wishes-wishes-infexion-")).count();
    assert_eq!(maps, 3, "a heat map for each clock");
}

#[test]
fn a_measurement_is_taken_once_and_not_while_stopping() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path());
    let (settings, stop, mut unwatched) = (settings(), Cancel::default(), Unwatched);
    let here = Here::new(2);
    let mut lab = Lab::new("test", &settings, Some(&store), &here, &mut unwatched, &stop);
    let mut take = |depends: &str, value: u32| lab.measure("depth", depends, |_| Ok(value)).expect("a measurement");
    assert_eq!((take("a", 1), take("a", 2), take("b", 3)), (Some(1), Some(1), Some(3)));
    let stopped = lab.measure("slow", "a", |stop| {
        stop.cancel();
        Ok(7)
    });
    assert_eq!(stopped.expect("no error"), None);
    assert!(!lab.done().complete);
}

#[test]
fn an_unknown_agent_is_told_with_the_contest() {
    let (settings, stop, mut unwatched) = (settings(), Cancel::default(), Unwatched);
    let here = Here::new(2);
    let mut lab = Lab::new("test", &settings, None, &here, &mut unwatched, &stop);
    let wrong = Contest { agents: vec!["gredy".to_owned(), "random".to_owned()], ..contest() };
    let said = lab.play(&wrong).expect_err("no such agent").to_string();
    assert!(said.starts_with("test/tiny: ") && said.contains("did you mean 'greedy'?"), "{said}");
}

#[test]
fn games_are_counted_in_four_ways() {
    let folder = tempfile::tempdir().expect("a folder");
    let (played, _) = play(&settings(), &store(folder.path()), usize::MAX);
    let count = |counting| played.score(0, 2, counting);
    let points = count(Counting::Points);
    let (wins, draws, losses) = (points.wins, points.draws, points.losses);
    assert_eq!(wins + draws + losses, 8);
    assert_eq!((count(Counting::Decided).games, count(Counting::Decided).wins), (wins + losses, wins));
    assert_eq!((count(Counting::Wins).games, count(Counting::Wins).wins), (8, wins));
    assert_eq!(count(Counting::Decisive).wins, wins + losses);
    assert_eq!(played.led(0, 2).games.len(), 4, "one game of each opening");
    assert_eq!(played.against_all(0, Counting::Points).games, 16);
    assert_eq!(played.timeouts(0).expect("games").value, 0.0);
    assert_eq!(played.times(0).len() as u64, played.time(0).expect("moves").samples);
}

#[test]
fn a_look_counts_positions_and_moves() {
    let question = |depth: u32| Question {
        game: GAME.to_owned(),
        agent: format!("minimax:depth={depth}"),
        plies: 2,
        positions: 2,
        time: None,
    };
    let looks = look(&[question(1), question(3)], 5, &Cancel::default()).expect("looks");
    assert_eq!(looks.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    assert_eq!((looks[0][0].depth, looks[1][0].depth, looks[1][0].moves), (1, 3, 10));
    assert!(looks[1][0].nodes > looks[0][0].nodes);
    assert_eq!(look(&[question(3)], 5, &Cancel::default()).expect("looks")[0][0].nodes, looks[1][0].nodes);
}

fn share(value: f64, low: f64, high: f64) -> Option<Value> {
    Some(Value { value, low, high, unit: Unit::Share, samples: 40, detail: "+1 =0 -1".to_owned() })
}

#[test]
fn reasons_are_given_only_for_what_differs_and_in_that_direction() {
    let reasons = [(Verdict::Higher, "it is faster"), (Verdict::Lower, "it is slower")];
    let row = |value, low, high| Row::new("a against b", Claim::about(0.9), share(value, low, high), &reasons);
    let low = Row { name: "c".to_owned(), ..row(0.4, 0.3, 0.5) };
    let without = Row::new("x", Claim::about(0.9), share(0.5, 0.4, 0.6), &[]);
    let rows = [row(0.9, 0.8, 0.95), row(0.98, 0.96, 1.0), row(0.5, 0.4, 0.6), low, without];
    assert_eq!(
        sentences(&rows),
        [
            "a against b: higher than the report. it is faster",
            "a against b; c: lower than the report. it is slower",
            "x: lower than the report. The report gives too little of how it measured to say why.",
        ]
    );
}

#[test]
fn the_page_has_every_table_row_and_figure() {
    let row = |name: &str, value: f64| {
        Row::new(name, Claim::about(0.9), share(value, value - 0.03, value + 0.03), &[(Verdict::Lower, "it is slower")])
    };
    let experiment = Experiment {
        key: "tiny",
        title: "A tiny experiment",
        about: "Two rows.".to_owned(),
        rows: vec![row("a against b", 0.9), row("a against c", 0.4)],
        tables: vec![Table {
            title: "More".to_owned(),
            headings: vec!["agent", "points"],
            words: 1,
            rows: vec![vec!["a|b".to_owned(), "3".to_owned()]],
            shaded: false,
        }],
    };
    let chapter = Chapter {
        report: Report::Infexion,
        experiments: vec![experiment],
        games: 80,
        forfeits: 2,
        thinking_s: 90.0,
        complete: true,
    };
    let page = page(&[chapter], &settings(), "reproduced");
    let lines: Vec<&str> = page.text.lines().collect();
    assert!(
        lines[0].starts_with("<!-- generated by `plyground reproduce infexion --quick --seed 3 --page reproduced.md`")
    );
    for line in [
        "# The reports' tables again",
        "| Infexion: coverage | 80 | 2 | 1.5 | 1 | 1 | 0 |",
        "## Infexion: coverage",
        "### A tiny experiment",
        "|  | report | verdict | ours | 95 % | n | counted |",
        "| a against b | about 90 % | agrees | 90.0 % | 87.0 to 93.0 % | 40 | +1 =0 -1 |",
        "- a against c: lower than the report. it is slower",
        "![A tiny experiment](images/reproduced-infexion-tiny.svg)",
        "| a\\|b | 3 |",
    ] {
        assert!(lines.contains(&line), "{line} is missing in\n{}", page.text);
    }
    assert_eq!(page.pictures.len(), 1);
    let (name, svg) = &page.pictures[0];
    assert_eq!(name, "images/reproduced-infexion-tiny.svg");
    assert!(svg.contains("a against c") && svg.contains("the report's figure"));
}

//! A game under way from outside: time, undo, ends, and records there and back.

use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::simplexity::Simplexity;

use super::*;

type Boxes = DotsAndBoxes<u64>;

/// One row of two boxes, ten seconds and one more for each move.
fn game(agents: [&str; 2]) -> GameUnderWay<Boxes> {
    let fixture = Fixture {
        spec: "dots-and-boxes:rows=1,cols=2".parse().unwrap(),
        start: Boxes::new(1, 2),
        start_text: None,
        opening: Vec::new(),
        agents: agents.map(|agent| agent.parse().unwrap()),
        seed: 0,
    };
    GameUnderWay::new(fixture, ArenaRules::new("10s+1s".parse().unwrap()))
}

/// Plays moves that take three seconds each.
fn play<G: BoardGame>(game: &mut GameUnderWay<G>, texts: &str) {
    for text in texts.split(' ') {
        let mv = game.read_move(text).unwrap();
        game.answered(Ok(Answer::plain(mv)), Duration::from_secs(3));
    }
}

fn again(record: &GameRecord) -> Result<GameUnderWay<Boxes>, RecordError> {
    GameUnderWay::from_record(Boxes::new(1, 2), record)
}

#[test]
fn undo_goes_back_to_the_persons_turn_and_gives_the_time_back() {
    let mut game = game(["human", "random"]);
    assert!(!game.undo());
    play(&mut game, "h0,0 h0,1");
    assert_eq!(game.time_left(Player::First), Some(Duration::from_secs(8)));
    assert!(game.undo());
    assert_eq!((game.moves().len(), game.move_texts().len(), game.moves_made(Player::Second)), (0, 0, 0));
    assert_eq!(game.time_left(Player::First), Some(Duration::from_secs(10)));
    assert!(!game.undo());
}

#[test]
fn undo_takes_one_move_of_a_person_who_keeps_the_turn_and_opens_an_ended_game_again() {
    let mut game = game(["random", "human"]);
    play(&mut game, "h0,0 h1,0 v0,0 v0,1 h0,1 h1,1 v0,2");
    assert!(game.end().is_some());
    // The fourth move closes a box: the fifth is the same person's.
    for left in [6, 4, 3, 1] {
        assert!(game.undo());
        assert_eq!((game.move_texts().len(), game.to_move()), (left, Some(Player::Second)));
    }
}

#[test]
fn an_unfinished_game_goes_on_where_it_was() {
    let mut game = game(["human", "random:seed=0"]);
    play(&mut game, "h0,0 v0,0");
    let record = game.record();
    assert_eq!((record.outcome, &record.ending), (None, &Ending::Unfinished));
    assert_eq!(record.verdict(), "not finished");
    let again = again(&record).unwrap();
    assert_eq!((again.record(), again.clocks(), again.position()), (record, game.clocks(), game.position()));
}

#[test]
fn an_ended_game_reads_back_with_its_end() {
    let ends: [fn(&mut GameUnderWay<Boxes>); 4] = [
        |game| game.resign(Player::First),
        |game| game.flag(Player::Second),
        |game| game.forfeit(Player::First, Fault::new(Reason::NoMove, "has none").with_last_words("help")),
        |game| play(game, "h1,0 v0,0 v0,1 h0,1 h1,1 v0,2"),
    ];
    let verdicts = [
        "second (random) has won by resignation",
        "first (a person) has won by forfeit: timeout: ran out of time",
        "second (random) has won by forfeit: no-move: has none",
        "second (random) has won",
    ];
    for (end, verdict) in ends.into_iter().zip(verdicts) {
        let mut game = game(["human", "random"]);
        play(&mut game, "h0,0");
        end(&mut game);
        assert_eq!(game.to_move(), None);
        let text = serde_json::to_string(&game.record()).unwrap();
        let record: GameRecord = serde_json::from_str(&text).unwrap();
        assert_eq!((&record, record.verdict().as_str()), (&game.record(), verdict));
        assert_eq!(again(&record).unwrap().record(), record);
    }
}

#[test]
fn an_answer_after_the_time_and_its_grace_forfeits() {
    let late = Duration::from_secs(10) + ArenaRules::GRACE;
    for (used, in_time) in [(late, true), (late + Duration::from_millis(1), false)] {
        let mut game = game(["human", "random"]);
        let mv = game.read_move("h0,0").unwrap();
        game.answered(Ok(Answer::plain(mv)), used);
        assert_eq!(game.end().is_none(), in_time);
    }
}

#[test]
fn a_move_of_a_record_that_is_not_legal_is_named() {
    let mut game = game(["human", "random:seed=0"]);
    play(&mut game, "h0,0");
    let mut record = game.record();
    record.moves.push(record.moves[0].clone());
    let said = again(&record).unwrap_err().to_string();
    assert!(said.starts_with("move 2 of the record: ") && said.contains("drawn already"), "{said}");
    record.moves[1].text = "h0,1".to_owned();
    assert_eq!(again(&record).unwrap_err(), RecordError::Turn { number: 2, turn: Player::Second });
}

#[test]
fn a_record_whose_board_says_otherwise_is_refused() {
    let mut game = game(["human", "random"]);
    play(&mut game, "h0,0");
    let mut record = game.record();
    (record.outcome, record.ending) = (Some(Outcome::Draw), Ending::Rule);
    let said = again(&record).unwrap_err().to_string();
    assert_eq!(said, "the record says 'draw', the board says 'unfinished'");
}

#[test]
fn a_record_does_not_go_on_after_its_end() {
    let game = |moves: &str| {
        let fixture = Fixture {
            spec: "simplexity".parse().unwrap(),
            start: Simplexity::<u64>::default(),
            start_text: None,
            opening: Vec::new(),
            agents: ["human", "human"].map(|agent| agent.parse().unwrap()),
            seed: 0,
        };
        let mut game = GameUnderWay::new(fixture, ArenaRules::new(TimeControl::default()));
        play(&mut game, moves);
        game.record()
    };
    let mut record = game("o0 s6 o1 s5 o2 s6 o3");
    assert_eq!(record.outcome, Some(Outcome::Win(Player::First)));
    record.moves.push(game("o5 s5").moves.pop().unwrap());
    let said = GameUnderWay::from_record(Simplexity::<u64>::default(), &record).unwrap_err().to_string();
    assert_eq!(said, "move 8 of the record: the game is over");
}

#[test]
fn records_written_before_are_read() {
    let unfinished = r#"{"game":"dots-and-boxes:rows=1,cols=2","agents":["human","alpha-beta"],"time":"","seed":0,
        "opening":["h0,0"],"moves":[{"move":"v0,0","by":1,"ms":12.5,"score":-3,"depth":4}],
        "outcome":"unfinished","ending":{"by":"unfinished"},"scores":[0,0]}"#;
    let record: GameRecord = serde_json::from_str(unfinished).unwrap();
    let game = again(&record).unwrap();
    assert_eq!((record.outcome, game.to_move()), (None, Some(Player::First)));
    assert_eq!(game.time_left(Player::First), None);
    assert_eq!(game.moves().next().unwrap().thought, Thought { score: Some(-3), depth: Some(4), ..Thought::default() });
    let forfeit = r#"{"game":"dots-and-boxes:rows=1,cols=2","agents":["random:seed=0","cmd:./mine -v"],"time":"200ms",
        "seed":7,"opening":[],"moves":[{"move":"h0,0","by":0,"ms":0.1}],"outcome":"first",
        "ending":{"by":"forfeit","loser":1,"ply":1,"fault":{"reason":"no-move","message":"has none"}}}"#;
    let record: GameRecord = serde_json::from_str(forfeit).unwrap();
    let game = again(&record).unwrap();
    assert_eq!(game.record().forfeit().map(|(loser, _)| loser), Some(Player::Second));
    assert_eq!(record.verdict(), "first (random) has won by forfeit: no-move: has none");
}

//! A game under way: who sits where, what was played, whose clock runs, how it ended.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ply_arena::{AgentSpec, Ending, Fault, GameRecord, MoveRecord, Reason, TimeControl, describe};
use ply_game::{BoardGame, Outcome, Player, Spec, play_texts};
use ply_search::Clock;

/// One move that was played, and what is needed to take it back.
pub struct Played<G: BoardGame> {
    /// The move.
    pub mv: G::Move,
    /// What is kept of it.
    pub record: MoveRecord,
    before: G,
    clocks: [Clock; 2],
}

/// What came with a move.
#[derive(Clone, Copy, Default)]
pub struct Thought {
    /// Time used.
    pub took: Duration,
    /// The score in points, if one was told.
    pub score: Option<i32>,
    /// The depth, if one was told.
    pub depth: Option<u32>,
}

/// A game under way.
pub struct Sitting<G: BoardGame> {
    /// The game's full spelling.
    pub spec: Spec,
    /// Who plays, in full spelling.
    pub players: [AgentSpec; 2],
    /// The clock of both sides, if there is one.
    pub time: Option<TimeControl>,
    start: G,
    start_text: Option<String>,
    opening: Vec<G::Move>,
    position: G,
    played: Vec<Played<G>>,
    clocks: [Clock; 2],
    end: Option<(Outcome, Ending)>,
}

impl<G: BoardGame> Sitting<G> {
    /// Sits down at a board on which some moves may have been made.
    pub fn new(
        spec: Spec,
        (start, start_text): (G, Option<String>),
        opening: Vec<G::Move>,
        players: [AgentSpec; 2],
        time: Option<TimeControl>,
    ) -> Self {
        let mut position = start.clone();
        opening.iter().for_each(|&mv| position.play(mv));
        let clocks = [time.map(|time| time.clock).unwrap_or_default(); 2];
        let mut sitting =
            Self { spec, players, time, start, start_text, opening, position, played: Vec::new(), clocks, end: None };
        sitting.look_for_end();
        sitting
    }

    /// Takes up a game that was saved before its end.
    pub fn resumed(spec: Spec, start: G, record: &GameRecord) -> Result<Self> {
        if record.ending != Ending::Unfinished {
            bail!("that game has ended: look at it with plyground replay");
        }
        let start = match &record.start {
            Some(text) => start.parse_position(text).context("the saved start")?,
            None => start,
        };
        let opening = play_texts(&mut start.clone(), &record.opening.join(" ")).context("the saved opening")?;
        let players = [record.agents[0].parse()?, record.agents[1].parse()?];
        let time = if record.time.is_empty() { None } else { Some(record.time.parse()?) };
        let mut sitting = Self::new(spec, (start, record.start.clone()), opening, players, time);
        for (index, mv) in record.moves.iter().enumerate() {
            let number = sitting.opening.len() + index + 1;
            let played = sitting.position.parse_move(&mv.text).with_context(|| format!("the saved move {number}"))?;
            sitting.position.check_move(played).with_context(|| format!("the saved move {number}"))?;
            let took = Duration::try_from_secs_f64(mv.ms / 1e3).unwrap_or_default();
            sitting.play(played, Thought { took, score: mv.score, depth: mv.depth });
        }
        Ok(sitting)
    }

    /// The position on the board.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Where the game began, as text, if it was not the game's own start.
    pub fn start_text(&self) -> Option<&str> {
        self.start_text.as_deref()
    }

    /// What was played, the opening left out.
    pub fn played(&self) -> &[Played<G>] {
        &self.played
    }

    /// The move that led here.
    pub fn last(&self) -> Option<G::Move> {
        self.played.last().map(|played| played.mv).or(self.opening.last().copied())
    }

    /// Every move as text, the opening's first.
    pub fn move_texts(&self) -> Vec<String> {
        let mut texts = describe::line(&self.start, &self.opening);
        texts.extend(self.played.iter().map(|played| played.record.text.clone()));
        texts
    }

    /// The result and how it came about.
    pub fn end(&self) -> Option<&(Outcome, Ending)> {
        self.end.as_ref()
    }

    /// Whether a person sits there.
    pub fn is_person(&self, player: Player) -> bool {
        self.players[player.index()] == AgentSpec::Human
    }

    /// Both clocks as they stood when the running move began.
    pub fn clocks(&self) -> [Clock; 2] {
        self.clocks
    }

    /// How many moves a player has made.
    pub fn moves_made(&self, player: Player) -> usize {
        self.played.iter().filter(|played| played.record.by == player.index()).count()
    }

    /// The time a player has for its next move; nothing where no clock runs.
    pub fn time_left(&self, player: Player) -> Option<Duration> {
        let clock = &self.clocks[player.index()];
        let first = self.moves_made(player) == 0;
        let per_move = if first { clock.first_move.or(clock.per_move) } else { clock.per_move };
        [per_move, clock.bank].into_iter().flatten().min()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move, thought: Thought) {
        let player = self.position.to_move();
        let record = MoveRecord {
            text: self.position.move_text(mv),
            by: player.index(),
            ms: (thought.took.as_secs_f64() * 1e6).round() / 1e3,
            score: thought.score,
            depth: thought.depth,
            instead_of: None,
        };
        let before = self.position.clone();
        self.played.push(Played { mv, record, before, clocks: self.clocks });
        let clock = &mut self.clocks[player.index()];
        clock.bank = clock.bank.map(|bank| bank.saturating_sub(thought.took) + clock.increment);
        self.position.play(mv);
        self.look_for_end();
    }

    fn look_for_end(&mut self) {
        self.end = self.position.outcome().map(|outcome| (outcome, Ending::Rule));
    }

    /// Takes moves back until a person is to move again, as it was on that person's last turn. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let is_turn = |played: &Played<G>| self.players[played.record.by] == AgentSpec::Human;
        let Some(index) = self.played.iter().rposition(is_turn) else { return false };
        let back = self.played.swap_remove(index);
        self.played.truncate(index);
        self.position = back.before;
        self.clocks = back.clocks;
        self.end = None;
        true
    }

    /// A player gives up.
    pub fn resign(&mut self, player: Player) {
        self.end = Some((Outcome::Win(player.other()), Ending::Resignation { loser: player.index() }));
    }

    /// A player's time is over.
    pub fn flag_falls(&mut self, player: Player) {
        self.forfeit(player, Fault::new(Reason::Timeout, "the time is over"));
    }

    /// A player is at fault and loses.
    pub fn forfeit(&mut self, player: Player, fault: Fault) {
        let ending = Ending::Forfeit { loser: player.index(), ply: self.played.len(), fault };
        self.end = Some((Outcome::Win(player.other()), ending));
    }

    /// What is kept of the game as it stands.
    pub fn record(&self) -> GameRecord {
        let (outcome, ending) = match &self.end {
            Some((outcome, ending)) => (outcome.to_string(), ending.clone()),
            None => ("unfinished".to_owned(), Ending::Unfinished),
        };
        let mut opening = self.move_texts();
        opening.truncate(self.opening.len());
        GameRecord {
            game: self.spec.to_string(),
            start: self.start_text.clone(),
            agents: self.players.clone().map(|player| player.to_string()),
            time: self.time.map(|time| time.to_string()).unwrap_or_default(),
            seed: 0,
            opening,
            moves: self.played.iter().map(|played| played.record.clone()).collect(),
            outcome,
            ending,
            scores: self.position.scores(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ply_games::dots_and_boxes::DotsAndBoxes;

    use super::*;

    fn sitting(players: [&str; 2]) -> Sitting<DotsAndBoxes<u64>> {
        let players = players.map(|player| player.parse().unwrap());
        let start = DotsAndBoxes::<u64>::new(1, 2);
        let spec = "dots-and-boxes:rows=1,cols=2".parse().unwrap();
        Sitting::new(spec, (start, None), Vec::new(), players, Some("10s+1s".parse().unwrap()))
    }

    fn play(sitting: &mut Sitting<DotsAndBoxes<u64>>, text: &str) {
        let mv = ply_game::Notation::parse_move(sitting.position(), text).unwrap();
        sitting.play(mv, Thought { took: Duration::from_secs(3), ..Thought::default() });
    }

    #[test]
    fn undo_goes_back_to_the_persons_turn_and_gives_the_time_back() {
        let mut game = sitting(["human", "random"]);
        assert!(!game.undo());
        play(&mut game, "h0,0");
        play(&mut game, "h0,1");
        assert_eq!(game.time_left(Player::First), Some(Duration::from_secs(8)));
        assert!(game.undo());
        assert!(game.played().is_empty());
        assert_eq!(game.time_left(Player::First), Some(Duration::from_secs(10)));
        assert!(!game.undo());
    }

    #[test]
    fn a_saved_game_goes_on_where_it_was() {
        let mut game = sitting(["human", "random:seed=0"]);
        play(&mut game, "h0,0");
        play(&mut game, "v0,0");
        let record = game.record();
        assert_eq!(record.outcome, "unfinished");
        let again = Sitting::resumed(game.spec.clone(), DotsAndBoxes::<u64>::new(1, 2), &record).unwrap();
        assert_eq!(again.record(), record);
        assert_eq!(again.clocks(), game.clocks());
        game.resign(Player::First);
        assert!(Sitting::resumed(game.spec.clone(), DotsAndBoxes::<u64>::new(1, 2), &game.record()).is_err());
    }

    #[test]
    fn a_saved_move_that_is_not_legal_is_named() {
        let mut game = sitting(["human", "random:seed=0"]);
        play(&mut game, "h0,0");
        let mut record = game.record();
        record.moves.push(record.moves[0].clone());
        let error = Sitting::resumed(game.spec.clone(), DotsAndBoxes::<u64>::new(1, 2), &record).err().unwrap();
        assert!(error.to_string().contains("move 2"), "{error:#}");
    }
}

//! Games that are played on the page, kept as they stand after each move.

use std::time::Duration;

use rusqlite::{OptionalExtension as _, params};

use super::{Store, StoreError, now};
use crate::game::record::GameRecord;

/// How many games on the page are kept, and how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageGames {
    /// At most so many.
    pub count: usize,
    /// At most so many of one owner.
    pub each: usize,
    /// None in which nothing has happened for so long.
    pub age: Duration,
}

impl Store {
    /// Keeps a game on the page as it stands now. `owner` is a number for whoever began it.
    pub fn keep_page_game(&self, id: &str, owner: u64, record: &GameRecord) -> Result<(), StoreError> {
        let text = serde_json::to_string(record).map_err(|error| self.unreadable(id, error))?;
        let write = || {
            let sql = "INSERT INTO page_games (id, owner, changed, record) VALUES (?1, ?2, ?3, ?4) \
                ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, record = excluded.record";
            self.connection.prepare_cached(sql)?.execute(params![id, owner.cast_signed(), now(), text])
        };
        write().map(drop).map_err(|error| self.wrong(error))
    }

    /// A game on the page as it stood last.
    pub fn page_game(&self, id: &str) -> Result<Option<GameRecord>, StoreError> {
        let sql = "SELECT record FROM page_games WHERE id = ?1";
        let text: Option<String> =
            self.connection.query_row(sql, [id], |row| row.get(0)).optional().map_err(|error| self.wrong(error))?;
        text.map(|text| serde_json::from_str(&text)).transpose().map_err(|error| self.unreadable(id, error))
    }

    /// Keeps a game on the page no longer.
    pub fn drop_page_game(&self, id: &str) -> Result<(), StoreError> {
        let gone = self.connection.execute("DELETE FROM page_games WHERE id = ?1", [id]);
        gone.map(drop).map_err(|error| self.wrong(error))
    }

    /// Drops the games on the page that are too old or too many, the oldest first.
    pub fn forget_page_games(&self, most: &PageGames) -> Result<(), StoreError> {
        let sql = "DELETE FROM page_games WHERE changed < ?1 OR id IN ( \
            SELECT id FROM ( \
                SELECT id, row_number() OVER (ORDER BY changed DESC, id) AS place, \
                    row_number() OVER (PARTITION BY owner ORDER BY changed DESC, id) AS own_place \
                FROM page_games \
            ) WHERE place > ?2 OR own_place > ?3)";
        let oldest = now().saturating_sub(most.age.as_secs() as i64);
        let gone = self.connection.execute(sql, params![oldest, most.count as i64, most.each as i64]);
        gone.map(drop).map_err(|error| self.wrong(error))
    }
}

#[cfg(test)]
mod tests {
    use ply_game::{Outcome, Player};

    use super::*;
    use crate::Ending;

    fn record(seed: u64) -> GameRecord {
        GameRecord { seed, ..GameRecord::sample(["human", "random"], Outcome::Win(Player::First), Ending::Rule) }
    }

    #[test]
    fn a_game_is_kept_as_it_stood_last() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("page.db")).unwrap();
        assert_eq!(store.page_game("a").unwrap(), None);
        store.keep_page_game("a", u64::MAX, &record(1)).unwrap();
        store.keep_page_game("a", u64::MAX, &record(2)).unwrap();
        assert_eq!(store.page_game("a").unwrap(), Some(record(2)));
        store.drop_page_game("a").unwrap();
        assert_eq!(store.page_game("a").unwrap(), None);
    }

    #[test]
    fn nobody_crowds_out_the_games_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("page.db")).unwrap();
        let there = |id: &str| store.page_game(id).unwrap().is_some();
        store.keep_page_game("mine", 1, &record(0)).unwrap();
        for number in 0..9 {
            store.keep_page_game(&format!("z{number}"), 2, &record(number)).unwrap();
        }
        store.forget_page_games(&PageGames { count: 6, each: 3, age: Duration::from_secs(60) }).unwrap();
        assert!(there("mine"));
        assert_eq!((0..9).filter(|number| there(&format!("z{number}"))).count(), 3);
        store.connection.execute("UPDATE page_games SET changed = changed - 61", []).unwrap();
        store.forget_page_games(&PageGames { count: 6, each: 3, age: Duration::from_secs(60) }).unwrap();
        assert!(!there("mine"));
    }
}

//! What an agent sees in a position, in numbers that can be drawn over the board.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// A value for every cell of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// What is shown.
    pub name: &'static str,
    /// The values, row by row.
    pub values: Vec<i32>,
    /// Cells of a row.
    pub width: usize,
    /// Whether the rows are lists of their own where the map is written as data.
    pub rows: bool,
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.rows {
            serializer.collect_seq(self.values.chunks(self.width))
        } else {
            self.values.serialize(serializer)
        }
    }
}

/// What an agent sees in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insight {
    /// Its name where it is written as data.
    pub name: &'static str,
    /// Values for every cell.
    pub maps: Vec<Map>,
    /// Values for the whole position.
    pub numbers: Vec<(&'static str, i32)>,
}

impl Serialize for Insight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(self.maps.len() + self.numbers.len()))?;
        for map in &self.maps {
            fields.serialize_entry(map.name, map)?;
        }
        for (name, number) in &self.numbers {
            fields.serialize_entry(name, number)?;
        }
        fields.end()
    }
}

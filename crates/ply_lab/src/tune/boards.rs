//! Several boards of one game: `6x7` for rows and columns, `8` for a size.

use ply_game::{Spec, nearest};
use ply_games::families;

use super::TuneError;

/// The game on each of the sizes; as it is where there are none.
pub fn boards(game: &str, sizes: &[String]) -> Result<Vec<Spec>, TuneError> {
    let spec: Spec = game.parse()?;
    if sizes.is_empty() {
        return Ok(vec![spec]);
    }
    let Some(family) = families().into_iter().find(|family| family.name == spec.name) else {
        let known = families();
        let hint = nearest(&spec.name, known.iter().map(|family| family.name));
        return Err(TuneError::unknown("game", &spec.name, hint, known.iter().map(|family| family.name)));
    };
    let has = |key: &str| family.options.iter().any(|option| option.key == key);
    let (sides, size) = (has("rows") && has("cols"), has("size"));
    let form = match (sides, size) {
        (true, _) => "ROWSxCOLS such as 6x7",
        (false, true) => "a size such as 8",
        (false, false) => return Err(TuneError::wrong(format!("--sizes: {} has one size only", spec.name))),
    };
    let board = |text: &String| {
        let number = |text: &str| text.parse::<u32>().ok();
        let keys = match text.split_once('x') {
            Some((rows, cols)) if sides => number(rows).zip(number(cols)).map(|(r, c)| vec![("rows", r), ("cols", c)]),
            None if sides => number(text).map(|size| vec![("rows", size), ("cols", size)]),
            None => number(text).map(|number| vec![("size", number)]),
            Some(_) => None,
        };
        let keys = keys.ok_or_else(|| TuneError::wrong(format!("--sizes: expected {form}, got '{text}'")))?;
        let mut spec = spec.clone();
        spec.options.retain(|(key, _)| keys.iter().all(|(other, _)| key != other));
        spec.options.extend(keys.iter().map(|(key, number)| ((*key).to_owned(), number.to_string())));
        Ok(spec)
    };
    let boards = sizes.iter().map(board).collect::<Result<Vec<Spec>, TuneError>>()?;
    match boards.iter().enumerate().find(|(place, board)| boards[..*place].contains(board)) {
        Some((place, _)) => Err(TuneError::wrong(format!("--sizes: '{}' is given twice", sizes[place]))),
        None => Ok(boards),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(game: &str, sizes: &[&str]) -> Result<Vec<String>, String> {
        let sizes: Vec<String> = sizes.iter().map(|size| (*size).to_owned()).collect();
        let boards = boards(game, &sizes).map_err(|error| error.to_string())?;
        Ok(boards.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn sizes_are_boards_of_the_game() {
        assert_eq!(listed("simplexity:win=4", &[]), Ok(vec!["simplexity:win=4".to_owned()]));
        let expected = ["simplexity:win=4,rows=7,cols=8", "simplexity:win=4,rows=9,cols=9"].map(str::to_owned);
        assert_eq!(listed("simplexity:win=4,rows=5", &["7x8", "9"]), Ok(expected.to_vec()));
        assert_eq!(listed("colosseum", &["5"]), Ok(vec!["colosseum:size=5".to_owned()]));
    }

    #[test]
    fn what_is_no_size_is_named() {
        let said = |game: &str, sizes: &[&str]| listed(game, sizes).unwrap_err();
        assert_eq!(said("simplexity", &["7x"]), "--sizes: expected ROWSxCOLS such as 6x7, got '7x'");
        assert_eq!(said("colosseum", &["7x7"]), "--sizes: expected a size such as 8, got '7x7'");
        assert_eq!(said("pentago-swap", &["6"]), "--sizes: pentago-swap has one size only");
        assert_eq!(said("simplexity", &["7x7", "7"]), "--sizes: '7' is given twice");
        assert!(said("simplexty", &["7"]).contains("did you mean 'simplexity'?"));
    }
}

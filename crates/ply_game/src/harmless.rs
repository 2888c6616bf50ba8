//! Text from outside made harmless: it can neither steer a terminal nor look like something else on a page.
//!
//! Spelled out are control characters (the escape that begins a terminal's commands, and the C1 characters, which some
//! terminals obey too), those that turn the direction of writing around, and those that nobody sees.

use std::fmt::Write as _;

/// Whether a character does something else than being seen. Blanks and line ends do not count.
fn is_harmful(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Soft hyphen, Arabic letter mark, Hangul fillers, Mongolian vowel separator.
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}' => true,
        // Zero width and marks of direction; line and paragraph separators, embeddings and overrides; word joiner,
        // invisible operators, isolates; byte order mark, interlinear annotations, tags.
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

/// Joiners belong to scripts and to drawn signs, but between plain letters nobody would see them.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

fn harmful_places(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut last = 'a';
    text.char_indices().filter(move |&(_, c)| {
        let before = std::mem::replace(&mut last, c);
        is_harmful(c) || is_joiner(c) && (before.is_ascii() || is_joiner(before))
    })
}

fn with_spelled(text: &str, spell: impl Fn(&mut String, char)) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut done = 0;
    for (place, c) in harmful_places(text) {
        safe.push_str(&text[done..place]);
        spell(&mut safe, c);
        done = place + c.len_utf8();
    }
    safe + &text[done..]
}

/// Whether a text is one line and harmless as it is.
pub fn is_harmless_line(text: &str) -> bool {
    !text.contains(['\n', '\t']) && harmful_places(text).next().is_none()
}

/// The text with what would do harm spelled out; lines stay lines.
///
/// ```
/// assert_eq!(ply_game::harmless("a\u{1b}[2Jb\n\u{202e}c"), "a\\u{1b}[2Jb\n\\u{202e}c");
/// ```
pub fn harmless(text: &str) -> String {
    with_spelled(text, |safe, c| safe.extend(c.escape_unicode()))
}

/// The same for a text that is to stay on one line and has no more than so many characters. Done twice it is the same.
///
/// ```
/// assert_eq!(ply_game::harmless_line("a\nb\u{7f}cdef", 12), "a\\nb\\u{7f}cd…");
/// ```
pub fn harmless_line(text: &str, most: usize) -> String {
    // Nothing becomes shorter: what is cut here would be cut below.
    let begin = &text[..end_of(text, most + 1)];
    let mut line = harmless(begin).replace('\n', "\\n").replace('\t', "\\t");
    let end = end_of(&line, most);
    if end < line.len() {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// Where so many characters end.
fn end_of(text: &str, characters: usize) -> usize {
    text.char_indices().nth(characters).map_or(text.len(), |(end, _)| end)
}

/// JSON that says the same, with what would do harm escaped within its texts. Line ends stand between texts only.
///
/// ```
/// assert_eq!(ply_game::harmless_json("{\"a\": \"\u{9b}2J\u{e0041}\"}\n"), "{\"a\": \"\\u009b2J\\udb40\\udc41\"}\n");
/// ```
pub fn harmless_json(json: &str) -> String {
    with_spelled(json, |safe, c| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a text cannot fail.
            let _ = write!(safe, "\\u{unit:04x}");
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_terminals_is_spelled_out() {
        for harmful in
            ['\0', '\x07', '\x08', '\r', '\x1b', '\x7f', '\u{80}', '\u{9b}', '\u{9d}', '\u{202e}', '\u{2066}']
        {
            let text = format!("a{harmful}b");
            let safe = harmless(&text);
            assert!(!safe.contains(harmful) && safe.starts_with("a\\u{") && safe.ends_with("}b"), "{safe:?}");
            assert!(!is_harmless_line(&text) && is_harmless_line(&safe));
        }
    }

    #[test]
    fn what_people_write_stays() {
        for text in ["Zoë", "Ωμέγα", "שלום", "می\u{200c}خواهم", "👩\u{200d}💻", "日本", "e\u{301}", "a b"]
        {
            assert_eq!(harmless(text), text);
            assert!(is_harmless_line(text));
        }
        assert_eq!(harmless("a\u{200d}da"), "a\\u{200d}da");
        assert!(!is_harmless_line("two\nlines"));
    }
}

//! What a program writes, as it comes: lines from its standard output, the end of its standard error.

use std::collections::VecDeque;

use ply_game::{harmless, harmless_line};

/// Bytes that become lines.
#[derive(Default, Debug)]
pub(crate) struct Lines {
    bytes: Vec<u8>,
    /// Lines before this have been taken.
    taken: usize,
    /// No line ends before this.
    searched: usize,
}

impl Lines {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.taken);
        self.searched -= self.taken;
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole line, without its end, and harmless; what is not UTF-8 becomes `U+FFFD`.
    pub(crate) fn take(&mut self) -> Option<String> {
        let Some(length) = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') else {
            self.searched = self.bytes.len();
            return None;
        };
        let end = self.searched + length;
        let line = &self.bytes[self.taken..end];
        let line = harmless(String::from_utf8_lossy(line).trim_end_matches('\r'));
        self.taken = end + 1;
        self.searched = self.taken;
        Some(line)
    }

    /// How much has been written of a line that is not finished, if all whole lines were taken.
    pub(crate) fn half_bytes(&self) -> usize {
        self.bytes.len() - self.taken
    }

    /// What has been written of a line that is not finished.
    pub(crate) fn half_line(&self) -> String {
        String::from_utf8_lossy(&self.bytes[self.taken..]).into_owned()
    }
}

/// The last of many bytes.
#[derive(Default, Debug)]
pub(crate) struct Tail(VecDeque<u8>);

impl Tail {
    const BYTES: usize = 2048;

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(Self::BYTES)..];
        let too_many = (self.0.len() + bytes.len()).saturating_sub(Self::BYTES);
        self.0.drain(..too_many);
        self.0.extend(bytes);
    }

    /// As harmless text, without control characters.
    pub(crate) fn text(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let printed: String = text.trim().chars().filter(|c| matches!(c, '\n' | '\t') || !c.is_control()).collect();
        harmless(&printed)
    }
}

/// What came, for a message: cut to a readable length, and harmless.
pub(crate) fn shown(text: &str) -> String {
    format!("'{}'", harmless_line(text, 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_were_cut() {
        let mut lines = Lines::default();
        for part in ["ug", "iok\r\nbest", "", "move h0,0\n\nhalf"] {
            lines.push(part.as_bytes());
            if part.starts_with("iok") {
                assert_eq!(lines.take().as_deref(), Some("ugiok"));
                assert_eq!(lines.take(), None);
            }
        }
        assert_eq!(lines.take().as_deref(), Some("bestmove h0,0"));
        assert_eq!(lines.take().as_deref(), Some(""));
        assert_eq!(lines.take(), None);
        assert_eq!(lines.half_line(), "half");
        lines.push(b" \xff\n");
        assert_eq!(lines.take().as_deref(), Some("half \u{fffd}"));
    }

    #[test]
    fn only_the_last_words_are_kept() {
        let mut tail = Tail::default();
        tail.push(&[b'x'; 5000]);
        tail.push(b"\x1b[2Jthe end\n");
        assert_eq!(tail.text().len(), Tail::BYTES - 2);
        assert!(tail.text().ends_with("x[2Jthe end"));
    }

    #[test]
    fn what_came_is_cut_and_harmless() {
        assert_eq!(shown("a\x1b'b\""), "'a\\u{1b}'b\"'");
        assert_eq!(shown(&"é".repeat(100)).chars().count(), 63);
    }
}

//! What full-screen commands share: the board as a widget, a cursor that walks over moves, and the terminal itself.

mod board;
mod cursor;

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use ply_game::is_harmless_line;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::{DefaultTerminal, Frame};

pub use board::{board_size, show_board};
pub use cursor::{Cursor, Heading};

/// Whether a person sits in front of a terminal that can be drawn on.
pub fn is_possible() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !dumb
}

/// How long a command has to leave once the system asks it to.
const PATIENCE: Duration = Duration::from_millis(500);

/// A terminal that was taken over; it is given back as it was however this ends, a panic and a signal included.
pub struct Terminal {
    screen: DefaultTerminal,
    ended: Arc<AtomicBool>,
}

/// What happened since the last look.
pub enum Happening {
    /// A key was pressed.
    Key(KeyEvent),
    /// The window has another size.
    Resized,
    /// Nothing within the time.
    Nothing,
    /// The system asks us to go.
    Ended,
}

impl Terminal {
    /// Takes the terminal over.
    pub fn take() -> Result<Self> {
        let ended = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&ended);
        let end = move || {
            flag.store(true, Ordering::Relaxed);
            // A terminal that is gone can keep its reader busy for ever: whoever does not leave by itself is led out.
            thread::sleep(PATIENCE);
            ratatui::restore();
            std::process::exit(1);
        };
        ctrlc::set_handler(end).context("cannot listen for signals")?;
        let screen = ratatui::try_init().context("cannot take over the terminal")?;
        Ok(Self { screen, ended })
    }

    /// Draws anew. What is drawn can come from outside: a cell shows nothing that a terminal would obey.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> Result<()> {
        self.screen.draw(|frame| {
            draw(frame);
            for cell in &mut frame.buffer_mut().content {
                if !is_harmless_line(cell.symbol()) {
                    cell.set_char('?');
                }
            }
        })?;
        Ok(())
    }

    /// Waits for what happens next.
    pub fn wait(&self, time: Duration) -> Result<Happening> {
        if self.ended.load(Ordering::Relaxed) {
            return Ok(Happening::Ended);
        }
        if !event::poll(time)? {
            return Ok(Happening::Nothing);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Happening::Key(key),
            Event::Resize(..) => Happening::Resized,
            _ => Happening::Nothing,
        })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

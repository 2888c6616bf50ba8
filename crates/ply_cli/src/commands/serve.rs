//! `plyground serve`: the page and the API, until Ctrl-C.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use ply_agents::{Tables, TablesError};
use ply_arena::store::{Store, default_path};
use ply_game::BoardGame;
use ply_games::{TypeVisitor, each_type};
use ply_web::{Config, Limits};
use tokio::sync::mpsc::unbounded_channel;

use crate::args::ServeArgs;
use crate::new_file::ensure_writable;
use crate::output::{print, tell};

pub fn run(args: &ServeArgs) -> Result<()> {
    // A store may not be there yet: its tournaments are shown from their first game on, and the first game on the page
    // makes it.
    match &args.store {
        Some(path) if path.exists() => drop(Store::open_existing(path)?),
        Some(path) => {
            ensure_writable(path)?;
            tell(format_args!("'{}' is not there yet: what is played into it is shown as it comes", path.display()));
        }
        None => {}
    }
    let store = args.store.clone().or_else(default_path);
    check_tables(&args.tablebase)?;
    let address = SocketAddr::new(args.host, args.port);
    let listener = match TcpListener::bind(address) {
        Ok(listener) => listener,
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            bail!("port {} is in use already: end what runs there, or name another with --port", args.port)
        }
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {address}")),
    };
    let listens = listener.local_addr()?;
    // Nobody can type the address that means all of them.
    let for_all = listens.ip().is_unspecified();
    let url = if for_all { format!("http://localhost:{}/", listens.port()) } else { format!("http://{listens}/") };
    let (ended, mut end) = unbounded_channel();
    ctrlc::set_handler(move || ended.send(()).unwrap_or_default()).context("cannot listen for Ctrl-C")?;
    let others = if for_all { ", for others at this machine's name or address" } else { "" };
    print(&format!("Plyground is at {url}{others} (Ctrl-C ends it)\n"));
    if args.open {
        open(&url);
    }
    let limits = Limits::default().with_memory(args.memory);
    let config = Config { store, limits, tables: args.tablebase.clone().into(), ..Config::at(args.host) };
    ply_web::serve(listener, config, async move { end.recv().await.unwrap_or_default() })?;
    Ok(())
}

/// Says before anybody comes that a table cannot be used.
fn check_tables(paths: &[PathBuf]) -> Result<()> {
    let mut all = OpenAll { paths, opened: Ok(()) };
    each_type(&mut all);
    Ok(all.opened?)
}

struct OpenAll<'a> {
    paths: &'a [PathBuf],
    opened: Result<(), TablesError>,
}

impl TypeVisitor for OpenAll<'_> {
    fn visit<G: BoardGame>(&mut self) {
        if self.opened.is_ok() {
            self.opened = Tables::<G>::open(self.paths).map(drop);
        }
    }
}

/// Opens the page in a browser, or says that it cannot.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started =
        Command::new(program).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = started {
        tell(format!("cannot open a browser with {program}: {error}; go to {url} yourself"));
    }
}

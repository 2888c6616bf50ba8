//! Programs that came from elsewhere: each archive is fetched, checked and unpacked once, and forgotten when there is too
//! much of them.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::jetstream::Context;
use tokio::io::AsyncReadExt as _;
use tokio::sync::Mutex;

use super::archive::{self, MOST_PACKED};
use super::error::whole;
use super::message::Carried;
use super::names::PROGRAMS;
use super::server::Server;
use crate::AgentSpec;
use crate::external::{CommandLine, Program, ProgramLimits};
use crate::game::external::sandbox::{self, Scratch};
use crate::tournament::task::{Seated, Task};

/// Bytes of all that is unpacked. One more archive may be there for a moment.
const MOST_BYTES: u64 = 1 << 30;

/// How long a build may take.
const BUILD_WITHIN: Duration = Duration::from_secs(300);

/// What is unpacked on this machine, gone with the worker.
pub(super) struct Unpacked {
    root: Scratch,
    bucket: String,
    /// By SHA-256: where it lies, its bytes, and when it was last wanted.
    folders: Mutex<HashMap<String, (PathBuf, u64, u64)>>,
}

impl Unpacked {
    pub(super) fn new(server: &Server) -> io::Result<Self> {
        let root = Scratch::new()?;
        // Programs run as users of their own and look into what lies below.
        fs::set_permissions(root.path(), fs::Permissions::from_mode(0o711))?;
        Ok(Self { root, bucket: server.names.stream(PROGRAMS), folders: Mutex::default() })
    }

    /// Says who sits down in these games for agents that came with files, or why they cannot play here.
    pub(super) async fn seat(
        &self,
        context: &Context,
        tasks: &mut [Task],
        carried: &[[Option<Carried>; 2]],
    ) -> Result<(), String> {
        for (task, carried) in tasks.iter_mut().zip(carried) {
            for (side, carried) in carried.iter().enumerate() {
                task.seated[side] = match carried {
                    None => None,
                    Some(Carried::Spelled(text)) => {
                        let agent: AgentSpec = text.parse().map_err(|error| format!("{text}: {error}"))?;
                        Some(Seated { agent, folder: None })
                    }
                    Some(Carried::Program { archive, command, build }) => {
                        let folder = self.folder(context, archive, build.as_deref()).await?;
                        Some(seated(command, folder)?)
                    }
                };
            }
        }
        Ok(())
    }

    /// Where an archive is unpacked, and built if it needs that.
    async fn folder(&self, context: &Context, archive: &str, build: Option<&str>) -> Result<PathBuf, String> {
        if archive.len() != 64 || !archive.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err("expected the SHA-256 of an archive".to_owned());
        }
        // Held until it is there: who wants the same waits for the one copy.
        let mut folders = self.folders.lock().await;
        let now = folders.values().map(|(.., used)| used + 1).max().unwrap_or(0);
        let key =
            build.map_or_else(|| archive.to_owned(), |build| archive::digest(format!("{archive} {build}").as_bytes()));
        if let Some((folder, _, used)) = folders.get_mut(&key) {
            *used = now;
            return Ok(folder.clone());
        }
        let bytes = fetch(context, &self.bucket, archive).await?;
        let folder = self.root.path().join(&key);
        let (here, build) = (folder.clone(), build.map(str::to_owned));
        let unpacked = tokio::task::spawn_blocking(move || {
            let done = match build {
                None => archive::unpack(&bytes, &here),
                Some(build) => built(&bytes, &build, &here),
            };
            if done.is_err() {
                let _gone = fs::remove_dir_all(&here);
            }
            done.map(|()| size(&here))
        });
        let bytes = unpacked.await.map_err(|error| error.to_string())??;
        folders.insert(key, (folder.clone(), bytes, now));
        while folders.values().map(|(_, bytes, _)| bytes).sum::<u64>() > MOST_BYTES && folders.len() > 2 {
            let oldest = folders.iter().min_by_key(|(_, (.., used))| *used).map(|(archive, _)| archive.clone());
            let Some((old, ..)) = oldest.and_then(|oldest| folders.remove(&oldest)) else { break };
            let _gone = fs::remove_dir_all(old);
        }
        Ok(folder)
    }
}

/// Unpacks an archive, runs what makes the program out of it in the sandbox, and keeps what that left. In there the folder
/// is copied to the one place that can be written, and what is built comes out as an archive again, to be looked at as
/// suspiciously as any other.
fn built(bytes: &[u8], build: &str, folder: &Path) -> Result<(), String> {
    let mut raw = folder.as_os_str().to_owned();
    raw.push(".raw");
    let raw = PathBuf::from(raw);
    let made = archive::unpack(bytes, &raw).and_then(|()| {
        let script = format!("cp -R . \"$TMPDIR/build\" && cd \"$TMPDIR/build\" && ( {build}\n) >&2 && tar -cf - .");
        let command = CommandLine::new(["sh".to_owned(), "-c".to_owned(), script]);
        let limits = ProgramLimits { processes: 256, ..ProgramLimits::default() };
        let program = Program { folder: Some(raw.clone()), limits, ..Program::new(command) };
        let wrong = |error: io::Error| format!("the build '{build}' cannot be started: {error}");
        let written = sandbox::run_once(&program, archive::MOST_TAR, BUILD_WITHIN).map_err(wrong)?;
        if !written.success {
            return Err(format!("the build '{build}' failed: {}", written.last_words.trim()));
        }
        archive::unpack_plain(&written.stdout[..], folder)
    });
    let _gone = fs::remove_dir_all(raw);
    made
}

/// Fetches an archive and makes sure that it is the one asked for.
async fn fetch(context: &Context, bucket: &str, archive: &str) -> Result<Vec<u8>, String> {
    let wrong = |error: &(dyn std::error::Error + 'static)| format!("the archive cannot be fetched: {}", whole(error));
    let store = context.get_object_store(bucket).await.map_err(|error| wrong(&error))?;
    let object = store.get(archive).await.map_err(|error| wrong(&error))?;
    let mut bytes = Vec::new();
    object.take(MOST_PACKED as u64 + 1).read_to_end(&mut bytes).await.map_err(|error| wrong(&error))?;
    if bytes.len() > MOST_PACKED {
        return Err(format!("the archive is larger than {} MiB", MOST_PACKED >> 20));
    }
    let digest = archive::digest(&bytes);
    if digest != archive { Err(format!("expected an archive with SHA-256 {archive}, got {digest}")) } else { Ok(bytes) }
}

/// A program as it is started here; an interpreter that is missing is this machine's fault, not the agent's.
fn seated(command: &str, folder: PathBuf) -> Result<Seated, String> {
    let command: CommandLine = command.parse().map_err(|error| format!("{error}"))?;
    if command.find(&folder).is_none() {
        let program = ply_game::harmless_line(command.program(), 200);
        return Err(format!("'{program}' is not there on this machine"));
    }
    Ok(Seated { agent: AgentSpec::Program(command), folder: Some(folder) })
}

/// Bytes of all files in a folder.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

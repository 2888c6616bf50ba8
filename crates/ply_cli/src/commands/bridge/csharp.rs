//! ColorShapeLinks in C#: thinkers are classes that extend `AbstractThinker`, in an assembly beside the framework's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};

use super::{Bridge, choose, files, real, word};
use crate::args::BridgeArgs;

/// Runs on the runtime that compiled it, or a later one, without data of languages and countries.
const RUNTIME: &str = r#"{"runtimeOptions": {"tfm": "TFM", "rollForward": "LatestMajor",
  "framework": {"name": "Microsoft.NETCore.App", "version": "VERSION"},
  "configProperties": {"System.Globalization.Invariant": true}}}
"#;

pub fn bridge(args: &BridgeArgs, path: &Path) -> Result<Bridge> {
    if path.extension().is_none_or(|ending| ending != "dll") {
        bail!("expected the assembly of the thinkers, a .dll beside the framework's, got '{}'", path.display());
    }
    let dotnet = match &args.with {
        Some(program) => program.canonicalize().with_context(|| format!("cannot find '{}'", program.display()))?,
        None => in_path("dotnet").context("cannot find dotnet: the .NET SDK that built the thinkers is needed")?,
    };
    let program = compile(args, path, &dotnet)?;
    let (folder, name) = path.parent().zip(path.file_name().and_then(|name| name.to_str())).context("a file's name")?;
    // The folder is named by itself: what a command line names is what the program may read.
    let start = [word(&dotnet)?, word(&program)?, word(folder)?, name.to_owned()];
    let listed = succeeded(Command::new(&start[0]).args(&start[1..]), "the thinkers cannot be listed")?;
    let all = String::from_utf8_lossy(&listed.stdout).lines().map(str::to_owned).collect();
    let what = "a class that extends AbstractThinker";
    let (agent, others) = choose(all, args.agent.as_deref(), |_| false, what)?;
    let mut words = start.to_vec();
    words.push(agent.clone());
    words.extend(args.params.clone());
    Ok(Bridge { words, agent, others })
}

fn in_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|place| place.join(program)).find(|file| file.is_file())?.canonicalize().ok()
}

fn succeeded(command: &mut Command, what: &str) -> Result<Output> {
    // It would ask for data of languages that many machines do not have.
    let output = command.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").output();
    let output = output.with_context(|| format!("cannot start '{}'", command.get_program().to_string_lossy()))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!("{what}:\n{}", String::from_utf8_lossy(&said).trim());
    }
    Ok(output)
}

/// Compiles the bridge against the framework's assembly, with the compiler of the SDK; the bridge's assembly.
fn compile(args: &BridgeArgs, thinkers: &Path, dotnet: &Path) -> Result<PathBuf> {
    let home = dotnet.parent().context("dotnet is in a folder")?;
    let version =
        |folder: &str| latest(&home.join(folder)).with_context(|| format!("'{}' has no {folder}", home.display()));
    let compiler = home.join("sdk").join(version("sdk")?).join("Roslyn/bincore/csc.dll");
    let runtime_version = version("shared/Microsoft.NETCore.App")?;
    let runtime = home.join("shared/Microsoft.NETCore.App").join(&runtime_version);
    let folder = files::write_out("csharp", args)?;
    let mut command = Command::new(dotnet);
    command.arg(compiler).args(["-nologo", "-nostdlib", "-target:exe"]);
    let beside = thinkers.parent().map(Path::to_owned);
    let mut places: Vec<PathBuf> = files::with_ending(&runtime, ".dll");
    places.extend(beside.iter().flat_map(|folder| files::with_ending(folder, ".dll")));
    places.extend(real(&args.add)?);
    for place in places.iter().filter(|place| is_managed(place)) {
        command.arg(format!("-r:{}", word(place)?));
    }
    command.arg(folder.join("PlygroundBridge.cs"));
    let major: String = runtime_version.split('.').take(2).collect::<Vec<_>>().join(".");
    let name = if major.starts_with('3') { "netcoreapp" } else { "net" };
    let settings = RUNTIME.replace("TFM", &format!("{name}{major}")).replace("VERSION", &format!("{major}.0"));
    files::put_into(&folder, |fresh| {
        command.arg(format!("-out:{}", word(&fresh.join("PlygroundBridge.dll"))?));
        succeeded(
            &mut command,
            "the bridge does not fit; the framework's assembly must lie beside that of the thinkers",
        )?;
        Ok(fs::write(fresh.join("PlygroundBridge.runtimeconfig.json"), settings)?)
    })?;
    Ok(folder.join("PlygroundBridge.dll"))
}

/// The name of the latest version in a folder of versions.
fn latest(folder: &Path) -> Option<String> {
    let names = fs::read_dir(folder).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names.max_by_key(|name| name.split(['.', '-']).map(|part| part.parse::<u32>().unwrap_or(0)).collect::<Vec<_>>())
}

/// Whether a file is a .NET assembly: one that Windows would load, with a header of the runtime's own.
fn is_managed(file: &Path) -> bool {
    fs::read(file).is_ok_and(|data| data.starts_with(b"MZ") && data.windows(4).any(|part| part == b"BSJB"))
}

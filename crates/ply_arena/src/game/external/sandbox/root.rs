//! The root folder that a fenced program sees: the system and what was granted, read-only; `/tmp` and `/dev/shm` in
//! memory, together no larger than allowed; its own `/proc`; a few devices.
//!
//! The mounts are taken from the host first, as trees that hang nowhere, and then put into a new root, so that nothing
//! that is mounted hides what is yet to be taken. `/dev/zero` is left out: mapped as shared memory it would be memory
//! that nobody counts.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::fd::{AsFd, AsRawFd as _, OwnedFd};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::CWD;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags,
    fsconfig_create, fsconfig_set_string, fsmount, fsopen, mount_change, move_mount, open_tree, unmount,
};
use rustix::process::pivot_root;
use rustix::thread::UnshareFlags;

use super::{SCRATCH, WRITTEN, fence};

/// Where the new root hangs until it is the root.
const BASE: &str = "/tmp";
/// Files, folders and the like in the scratch folder; each costs the kernel about a kilobyte.
const FILES: u64 = 1 << 14;
/// A file that nobody may open.
const NOTHING: &str = "/nothing";
/// A folder that nobody may open.
const EMPTY: &str = "/empty";
/// Folders that are the same for everybody; those that are links stay links.
const SYSTEM: [&str; 11] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store", CPUS];
/// Runtimes count the processors there.
const CPUS: &str = "/sys/devices/system/cpu";
/// What programs need of the settings: beginnings of names in `/etc`.
const SETTINGS: [&str; 17] = [
    "ld.so.",
    "alternatives",
    "localtime",
    "timezone",
    "locale",
    "nsswitch.conf",
    "java",
    "python",
    "perl",
    "mono",
    "dotnet",
    "julia",
    "php",
    "lua",
    "R",
    "ghc",
    "crypto-policies",
];
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];
const LINKS: [(&str, &str); 5] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
    (SCRATCH, "/var/tmp"),
];

/// What a program is given.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    /// Files and folders to be read, at the same places.
    pub(super) read: &'a [PathBuf],
    /// Files in them that cannot be opened.
    pub(super) hidden: &'a [PathBuf],
    /// Where the program is started.
    pub(super) folder: &'a Path,
    /// Bytes it may write.
    pub(super) memory: u64,
}

/// What the new root is made of.
pub(super) struct Root<'a> {
    pub(super) given: Given<'a>,
    /// The program is in a namespace of users.
    pub(super) own_users: bool,
    /// Who the program runs as.
    pub(super) user: u32,
    /// How the owner of its files looks to that user, if that is another.
    pub(super) look: Option<&'a OwnedFd>,
}

impl Root<'_> {
    /// Makes it the root of this process, which is the first of its namespaces, and of all that come from it.
    pub(super) fn enter(&self) -> io::Result<()> {
        fence::unshare(UnshareFlags::NEWNS)?;
        mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
        let read_only = MountAttrFlags::MOUNT_ATTR_RDONLY | MountAttrFlags::MOUNT_ATTR_NODEV;
        let mut trees: Vec<Tree> = Vec::new();
        for place in system_folders().into_iter().chain(settings()) {
            trees.push(Tree::take(&place, read_only, None)?);
        }
        for place in self.given.read.iter().filter(|place| place.exists()) {
            // What lies under a folder that is there already is there too.
            if !trees.iter().any(|tree| place.starts_with(&tree.place)) {
                trees.push(Tree::take(place, read_only, self.look)?);
            }
        }
        for device in DEVICES.map(Path::new) {
            trees.push(Tree::take(device, MountAttrFlags::MOUNT_ATTR_NOEXEC, None)?);
        }
        attach(&memory_folder("64m", 4096, "0755")?, Path::new(BASE))?;
        self.scratch()?;
        for tree in &trees {
            let target = inside(&tree.place);
            if tree.is_folder { folders(&target) } else { empty_file(&target) }?;
            attach(&tree.mount, &target)?;
        }
        self.hide(&trees)?;
        self.rest()?;
        if self.own_users {
            fence::limit_users();
        }
        std::env::set_current_dir(BASE)?;
        pivot_root(".", ".")?;
        unmount(".", UnmountFlags::DETACH)?;
        let root = File::open("/")?;
        set_attributes(&root, MountAttrFlags::MOUNT_ATTR_RDONLY, None, false)?;
        std::env::set_current_dir(self.given.folder)
    }

    /// Puts an empty file or folder that nobody may open before each that is hidden.
    fn hide(&self, trees: &[Tree]) -> io::Result<()> {
        let [nothing, empty] = [NOTHING, EMPTY].map(|place| inside(Path::new(place)));
        empty_file(&nothing)?;
        folders(&empty)?;
        for place in [&nothing, &empty] {
            fs::set_permissions(place, fs::Permissions::from_mode(0o000))?;
        }
        let closed = MountAttrFlags::MOUNT_ATTR_RDONLY | MountAttrFlags::MOUNT_ATTR_NOEXEC;
        let seen = |file: &&PathBuf| trees.iter().any(|tree| file.starts_with(&tree.place));
        for file in self.given.hidden.iter().filter(seen) {
            let cover = if inside(file).is_dir() { &empty } else { &nothing };
            match attach(&Tree::take(cover, closed, None)?.mount, &inside(file)) {
                // The arena has removed it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done?,
            }
        }
        Ok(())
    }

    /// One folder in memory for all that can be written, so that it is counted together.
    fn scratch(&self) -> io::Result<()> {
        let memory = memory_folder(&self.given.memory.to_string(), FILES, "0700")?;
        let whole = inside(Path::new(WRITTEN));
        folders(&whole)?;
        attach(&memory, &whole)?;
        for (name, place) in [("tmp", SCRATCH), ("shm", "/dev/shm")] {
            let part = whole.join(name);
            folders(&part)?;
            fs::set_permissions(&part, fs::Permissions::from_mode(0o1777))?;
            let target = inside(Path::new(place));
            folders(&target)?;
            attach(&Tree::take(&part, MountAttrFlags::MOUNT_ATTR_NODEV, None)?.mount, &target)?;
        }
        // It may stay where it is: to take it away would wait for all processors.
        Ok(())
    }

    /// `/proc`, links, the folder to start in, and one line of `/etc/passwd`.
    fn rest(&self) -> io::Result<()> {
        let proc = fsopen("proc", FsOpenFlags::FSOPEN_CLOEXEC)?;
        // Of other processes only those are seen that the program could trace: its own, not the warden.
        fsconfig_set_string(&proc, "hidepid", "2")?;
        fsconfig_create(&proc)?;
        let safe = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
        let proc = fsmount(&proc, FsMountFlags::FSMOUNT_CLOEXEC, safe | MountAttrFlags::MOUNT_ATTR_NOEXEC)?;
        let target = inside(Path::new("/proc"));
        folders(&target)?;
        attach(&proc, &target)?;
        for (to, from) in LINKS {
            let from = inside(Path::new(from));
            folders(from.parent().unwrap_or(Path::new(BASE)))?;
            symlink(to, from)?;
        }
        for place in SYSTEM.map(Path::new).into_iter().filter(|place| place.is_symlink()) {
            symlink(fs::read_link(place)?, inside(place))?;
        }
        folders(&inside(self.given.folder))?;
        folders(&inside(Path::new("/etc")))?;
        let user = self.user;
        fs::write(inside(Path::new("/etc/passwd")), format!("agent:x:{user}:{user}:agent:{SCRATCH}:/bin/sh\n"))
    }
}

fn system_folders() -> Vec<PathBuf> {
    SYSTEM.map(PathBuf::from).into_iter().filter(|place| !place.is_symlink() && place.is_dir()).collect()
}

fn settings() -> Vec<PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    let wanted = |name: &str| SETTINGS.iter().any(|beginning| name.starts_with(beginning));
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(wanted)).map(|entry| entry.path());
    named.chain([PathBuf::from("/etc/ssl/openssl.cnf")]).filter(|place| place.exists()).collect()
}

fn inside(place: &Path) -> PathBuf {
    Path::new(BASE).join(place.strip_prefix("/").unwrap_or(place))
}

fn folders(place: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o755).create(place)
}

fn empty_file(place: &Path) -> io::Result<()> {
    folders(place.parent().unwrap_or(place))?;
    File::options().write(true).create(true).truncate(false).open(place).map(drop)
}

/// A copy of what is mounted at a place and below, hanging nowhere.
struct Tree {
    mount: OwnedFd,
    place: PathBuf,
    is_folder: bool,
}

impl Tree {
    /// Set-user bits mean nothing in it.
    fn take(place: &Path, attributes: MountAttrFlags, look: Option<&OwnedFd>) -> io::Result<Self> {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", place.display()));
        let mount = open_tree(CWD, place, flags).map_err(|error| named(error.into()))?;
        let attributes = attributes | MountAttrFlags::MOUNT_ATTR_NOSUID;
        // Not every file system can show another owner; the program then sees what everybody may.
        if look.is_none() || set_attributes(&mount, attributes, look, true).is_err() {
            set_attributes(&mount, attributes, None, true).map_err(named)?;
        }
        Ok(Self { mount, place: place.to_owned(), is_folder: place.is_dir() })
    }
}

fn memory_folder(size: &str, files: u64, mode: &str) -> io::Result<OwnedFd> {
    let made = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (key, value) in [("size", size), ("nr_inodes", &files.to_string()), ("mode", mode)] {
        fsconfig_set_string(&made, key, value)?;
    }
    fsconfig_create(&made)?;
    let safe = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
    Ok(fsmount(&made, FsMountFlags::FSMOUNT_CLOEXEC, safe)?)
}

fn attach(tree: &OwnedFd, place: &Path) -> io::Result<()> {
    let named = |error: rustix::io::Errno| io::Error::new(error.kind(), format!("{}: {error}", place.display()));
    move_mount(tree, "", CWD, place, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH).map_err(named)
}

fn set_attributes(tree: impl AsFd, set: MountAttrFlags, look: Option<&OwnedFd>, below: bool) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: u64::from(set.bits()) | if look.is_some() { libc::MOUNT_ATTR_IDMAP } else { 0 },
        attr_clr: 0,
        propagation: 0,
        userns_fd: look.map_or(0, |look| look.as_raw_fd() as u64),
    };
    let flags = libc::AT_EMPTY_PATH | if below { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is a C string, the attributes live until the call is over, and their size is theirs.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            tree.as_fd().as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

//! Where the queue is, and how one gets in. Secrets are kept out of everything that can be shown.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use ply_game::harmless_line;

use super::error::{QueueError, whole};
use super::names::Names;
use super::venue::Tell;
use crate::external::sandbox;

/// How long a server may take to answer at first.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// How one gets in. What is said here goes before what stands in the address.
#[derive(Clone, Default)]
pub struct Credentials {
    /// A user's name.
    pub user: Option<String>,
    /// Its password.
    pub password: Option<String>,
    /// A token instead.
    pub token: Option<String>,
    /// A credentials file instead, as `nsc` makes them.
    pub file: Option<PathBuf>,
    /// Certificates to be trusted beside the system's.
    pub authorities: Option<PathBuf>,
    /// Our own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials(..)")
    }
}

/// A server and the queue on it.
///
/// ```
/// use ply_arena::queue::{Credentials, Server};
/// let server = Server::new("nats://ada:secret@example.org", "spring", Credentials::default()).unwrap();
/// assert_eq!(server.to_string(), "nats://example.org:4222");
/// assert!(!format!("{server:?}").contains("secret"));
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    /// Without user and password.
    address: String,
    tls: bool,
    pub(super) names: Names,
    credentials: Credentials,
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl Server {
    /// The prefix where nobody says otherwise.
    pub const PREFIX: &'static str = Names::PREFIX;

    /// Reads an address, which may have a user and password or a token in it.
    pub fn new(url: &str, prefix: &str, mut credentials: Credentials) -> Result<Self, QueueError> {
        // Whatever is before an @ may be a secret, well spelled or not.
        let shown = || QueueError::Address(format!("'{}'", harmless_line(url.rsplit('@').next().unwrap_or(url), 100)));
        let known = ["nats://", "tls://"].iter().any(|scheme| url.starts_with(scheme));
        let address: ServerAddr = url.parse().ok().filter(|_| known).ok_or_else(shown)?;
        let parsed = address.clone().into_inner();
        if address.host().is_empty() || !["", "/"].contains(&parsed.path()) {
            return Err(shown());
        }
        match (address.username(), parsed.password()) {
            (Some(user), Some(password)) => {
                credentials.user.get_or_insert_with(|| user.to_owned());
                credentials.password.get_or_insert_with(|| password.to_owned());
            }
            (Some(token), None) => {
                credentials.token.get_or_insert_with(|| token.to_owned());
            }
            (None, _) => {}
        }
        let names = Names::new(prefix).ok_or_else(|| QueueError::Prefix(harmless_line(prefix, 60)))?;
        let tls = address.tls_required();
        let scheme = if tls { "tls" } else { "nats" };
        let host =
            if address.host().contains(':') { format!("[{}]", address.host()) } else { address.host().to_owned() };
        Ok(Self { address: format!("{scheme}://{host}:{}", address.port()), tls, names, credentials })
    }

    /// Connects. A connection that breaks later is made again, for as long as that takes.
    pub(super) async fn connect(&self, who: &str, tell: Tell) -> Result<Client, QueueError> {
        let options = self.options().await?;
        let server = self.address.clone();
        let options = options.name(who).connection_timeout(ANSWER_WITHIN).require_tls(self.tls);
        let options = options.request_timeout(Some(ANSWER_WITHIN)).event_callback(move |event| {
            match event {
                Event::Disconnected => tell(&format!("the connection to {server} is lost: trying again")),
                Event::Connected => tell(&format!("connected to {server}")),
                _ => {}
            }
            std::future::ready(())
        });
        let address: ServerAddr = self.address.parse().map_err(|_| QueueError::Address(self.address.clone()))?;
        options.connect(address).await.map_err(|error| match error.kind() {
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                QueueError::Refused { server: self.to_string() }
            }
            _ => QueueError::NoServer { server: self.to_string(), reason: whole(&error) },
        })
    }

    async fn options(&self) -> Result<ConnectOptions, QueueError> {
        let Credentials { user, password, token, file, authorities, certificate } = self.credentials.clone();
        let mut options = ConnectOptions::new();
        if let Some(user) = user {
            options = options.user_and_password(user, password.unwrap_or_default());
        }
        if let Some(token) = token {
            options = options.token(token);
        }
        if let Some(file) = file {
            sandbox::hide(&file);
            let wrong = |error: std::io::Error| {
                let path = file.display().to_string();
                QueueError::File { flag: "--queue-creds", path, reason: error.to_string() }
            };
            options = options.credentials_file(&file).await.map_err(wrong)?;
        }
        if let Some(file) = authorities {
            options = options.add_root_certificates(readable("--queue-ca", file)?);
        }
        if let Some((certificate, key)) = certificate {
            sandbox::hide(&key);
            let (certificate, key) = (readable("--queue-cert", certificate)?, readable("--queue-key", key)?);
            options = options.add_client_certificate(certificate, key);
        }
        Ok(options)
    }
}

/// A file that can be read: the client would only say later that it cannot.
fn readable(flag: &'static str, path: PathBuf) -> Result<PathBuf, QueueError> {
    match std::fs::read(&path) {
        Ok(_) => Ok(path),
        Err(error) => Err(QueueError::File { flag, path: path.display().to_string(), reason: error.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str, prefix: &str) -> Result<Server, QueueError> {
        Server::new(url, prefix, Credentials::default())
    }

    #[test]
    fn an_address_is_shown_without_its_secrets() {
        for (url, shown) in [
            ("nats://example.org", "nats://example.org:4222"),
            ("nats://ada:geheim@example.org:7", "nats://example.org:7"),
            ("tls://geheim@[::1]:7", "tls://[::1]:7"),
        ] {
            let server = server(url, "x").unwrap();
            assert_eq!(server.to_string(), shown);
            assert!(!format!("{server:?}").contains("geheim"));
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_secrets() {
        for url in
            ["example.org", "http://ada:geheim@example.org", "nats://", "nats://ada:geheim@h/x", "nats://geheim@h:x"]
        {
            let said = server(url, "x").unwrap_err().to_string();
            assert!(said.starts_with("--queue: expected nats://HOST[:PORT]") && !said.contains("geheim"), "{said}");
        }
        let said = server("nats://h", "a.b").unwrap_err().to_string();
        assert!(said.ends_with("got 'a.b'"), "{said}");
    }
}

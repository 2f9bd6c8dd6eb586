//! What handlers need.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chatbot_core::clock::Clock;
use sqlx::PgPool;

use super::auth::password::Passwords;
use super::auth::{Expected, KeyTimings, Throttle, TokenKeys, Tokens};
use crate::settings::Secret;
use crate::{LmsError, Settings};

/// What handlers need.
pub struct LmsState {
    /// Connections.
    pub pool: PgPool,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Bearer tokens.
    pub tokens: Tokens,
    /// Slows down guessing.
    pub throttle: Throttle,
    /// Origins of other hosts that may call.
    pub allowed_origins: Vec<String>,
    /// The built front end.
    pub ui_dir: PathBuf,
    /// Whether the published password opens anything: only where no other machine can reach the server. The
    /// start is refused otherwise, but somebody may make the demo people later.
    pub demo_people_may_sign_in: bool,
    /// Whoever bears it may read `/metrics`; absent: whoever is on this machine.
    pub metrics_token: Option<Secret>,
    pub(crate) passwords: Passwords,
}

impl LmsState {
    /// Takes it from the settings; makes the secret of tokens when there is none.
    pub fn new(settings: &Settings, pool: PgPool, clock: Arc<dyn Clock>) -> Result<Self, LmsError> {
        Ok(Self {
            pool,
            clock,
            tokens: tokens(settings)?,
            throttle: Throttle::default(),
            allowed_origins: settings.allowed_origins.clone(),
            ui_dir: settings.ui_dir.clone(),
            demo_people_may_sign_in: settings.host.is_loopback(),
            metrics_token: settings.metrics_token.clone(),
            passwords: Passwords::default(),
        })
    }
}

/// Tokens as the settings have them signed.
fn tokens(settings: &Settings) -> Result<Tokens, LmsError> {
    let expected = Expected { audience: settings.jwt_audience.clone(), issuer: settings.jwt_issuer.clone() };
    if let Some(url) = &settings.jwks_url {
        if expected.audience.is_none() || expected.issuer.is_none() {
            tracing::warn!(
                "JWKS_URL is set without JWT_AUDIENCE and JWT_ISSUER: tokens that were made for others hold here, too"
            );
        }
        let keys = TokenKeys::at(url, KeyTimings::default()).map_err(LmsError::TokenKeys)?;
        return Ok(Tokens::signed_elsewhere(keys, expected));
    }
    let secret = match &settings.jwt_secret {
        Some(secret) => secret.clone(),
        None => generated_secret(&settings.data_dir.join("jwt-secret"))?,
    };
    Tokens::signed_by_us(secret.expose(), expected).map_err(LmsError::Tokens)
}

/// The secret in the file; a new one, for the owner's eyes only, when there is no file yet.
pub(super) fn generated_secret(path: &Path) -> Result<Secret, LmsError> {
    let failed = |source| LmsError::File { path: path.to_owned(), source };
    match fs::read_to_string(path) {
        Ok(secret) if secret.trim().len() >= 32 => {
            return Ok(Secret::new(secret.trim().to_owned()));
        }
        Ok(_) => {
            return Err(failed(io::Error::other("is too short for a secret; delete it to get a new one")));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let secret = format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>());
    let mut file =
        fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(failed)?;
    file.write_all(secret.as_bytes()).map_err(failed)?;
    Ok(Secret::new(secret))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_secret_is_made_once_and_for_the_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/jwt-secret");
        let secret = generated_secret(&path).unwrap();
        assert_eq!(generated_secret(&path).unwrap(), secret);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(secret.expose().len(), 64);
        fs::write(&path, "short").unwrap();
        assert!(generated_secret(&path).unwrap_err().to_string().contains("too short"));
    }
}

//! Passwords, as argon2id hashes. Both functions are slow on purpose: call them off the workers.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use crate::LmsError;

/// A well-formed hash of nobody's password: checked when there is no such person, so that it takes as long.
pub(crate) const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9iZA$Y2hlY2tlZCBzbyB0aGF0IGl0IHRha2VzIGFzIGxvbmc";

/// Hashes a password with a salt of its own.
pub fn hash(password: &str) -> Result<String, LmsError> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| LmsError::Password(error.to_string()))
}

/// Whether the password is the one of the hash.
pub fn verify(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_knows_its_password_and_no_other() {
        let hashed = hash("demo").unwrap();
        assert!(verify("demo", &hashed) && !verify("Demo", &hashed) && !verify("", &hashed));
        assert!(!verify("demo", "no hash"));
        // The stand-in must be parsed, or it would be checked in no time.
        assert!(PasswordHash::new(NOBODY).is_ok() && !verify("demo", NOBODY));
    }
}

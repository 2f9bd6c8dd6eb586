//! Passwords, as argon2id hashes.

use argon2::Argon2;
use argon2::password_hash::PasswordVerifier;
use argon2::password_hash::phc::PasswordHash;

/// A well-formed hash of nobody's password: checked when there is no such person, so that it takes as long.
pub(crate) const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9iZA$Y2hlY2tlZCBzbyB0aGF0IGl0IHRha2VzIGFzIGxvbmc";

/// Whether the password is the one of the hash. Slow on purpose: not to be called on a worker.
pub fn verify(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_knows_its_password_and_no_other() {
        let hash = crate::demo::PASSWORD_HASH;
        assert!(verify(crate::demo::PASSWORD, hash) && !verify("Demo", hash));
        assert!(!verify("demo", "no hash"));
        // The stand-in must be parsed, or it would be checked in no time.
        assert!(PasswordHash::new(NOBODY).is_ok() && !verify("demo", NOBODY));
    }
}

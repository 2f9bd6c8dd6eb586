//! Passwords, as argon2id hashes: what it takes to check one, and how many are checked at once.

use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web;
use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::password_hash::{self, Error};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::serve::problem::ApiError;

/// So many passwords are checked at once; each takes 19 MiB and a core.
const AT_ONCE: usize = 2;

/// A well-formed hash of nobody's password: checked when there is no such person, so that it takes as long.
pub(crate) const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9iZA$Y2hlY2tlZCBzbyB0aGF0IGl0IHRha2VzIGFzIGxvbmc";

/// The memory in which a password is hashed.
type Memory = Vec<Block>;

/// Checks passwords, a few at once. Their memories are kept and used again: one that is taken anew on another thread
/// each time is given back to that thread, and not to the machine.
pub(crate) struct Passwords {
    seats: Arc<Semaphore>,
    memories: Arc<Mutex<Vec<Memory>>>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { seats: Arc::new(Semaphore::new(AT_ONCE)), memories: Arc::default() }
    }
}

impl Passwords {
    /// Whether the password is the one of the hash. Slow on purpose.
    pub async fn verify(&self, password: String, hash: String) -> Result<bool, ApiError> {
        self.work(move |memory| verify(memory, &password, &hash)).await
    }

    /// Does something slow that needs a memory.
    async fn work<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory) -> R + Send + 'static,
    ) -> Result<R, ApiError> {
        let permit = Arc::clone(&self.seats).acquire_owned().await;
        let permit = permit.map_err(|error| ApiError::Internal(Box::new(error)))?;
        let mut seat = Seat::take(permit, Arc::clone(&self.memories));
        // The seat goes along: it is taken until the work is done, also where nobody waits for it any more.
        let done = web::block(move || work(&mut seat.memory)).await;
        done.map_err(|error| ApiError::Internal(Box::new(error)))
    }
}

/// Where one password is checked.
struct Seat {
    memory: Memory,
    memories: Arc<Mutex<Vec<Memory>>>,
    _permit: OwnedSemaphorePermit,
}

impl Seat {
    fn take(permit: OwnedSemaphorePermit, memories: Arc<Mutex<Vec<Memory>>>) -> Self {
        let memory = memories.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        Self { memory, memories, _permit: permit }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        // Before the permit: whoever gets that finds the memory.
        let memory = std::mem::take(&mut self.memory);
        self.memories.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}

fn verify(memory: &mut Memory, password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| is_of(memory, password, &hash).unwrap_or(false))
}

fn is_of(memory: &mut Memory, password: &str, hash: &PasswordHash) -> password_hash::Result<bool> {
    let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
    let version = hash.version.map(Version::try_from).transpose()?.unwrap_or_default();
    let params = Params::try_from(hash)?;
    let blocks = params.block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let mut computed = [0; Output::MAX_LENGTH];
    let computed = computed.get_mut(..expected.len()).ok_or(Error::OutputSize)?;
    let argon2 = Argon2::new(algorithm, version, params);
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, computed, &mut memory[..blocks])?;
    // Outputs are compared in the same time whatever is in them.
    Ok(*expected == Output::new(computed)?)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_hash_knows_its_password_and_no_other() {
        let mut memory = Memory::new();
        let hash = crate::demo::PASSWORD_HASH;
        let right = crate::demo::PASSWORD;
        for _ in 0..2 {
            // Whatever was hashed in that memory before.
            assert!(verify(&mut memory, right, hash) && !verify(&mut memory, "Demo", hash));
        }
        assert!(!verify(&mut memory, "demo", "no hash"));
        // The stand-in must be parsed, or it would be checked in no time.
        assert!(PasswordHash::new(NOBODY).is_ok() && !verify(&mut memory, "demo", NOBODY));
        // Hashes of other strength have their own way through the same memory.
        let weak = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$";
        let weak_hash = {
            let params = Params::new(64, 1, 1, Some(32)).unwrap();
            let mut output = [0; 32];
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            argon2.hash_password_into(b"demo", b"somesaltsomesalt", &mut output).unwrap();
            format!("{weak}{}", Output::new(&output).unwrap())
        };
        assert!(verify(&mut memory, "demo", &weak_hash) && !verify(&mut memory, "Demo", &weak_hash));
        assert!(verify(&mut memory, right, hash));
    }

    #[actix_web::test]
    async fn a_sign_in_that_nobody_waits_for_keeps_its_seat_until_its_password_is_checked() {
        let passwords = Passwords::default();
        let mut at_work = Vec::new();
        for _ in 0..AT_ONCE {
            let (end, ended) = mpsc::channel::<()>();
            let mut asked = Box::pin(passwords.work(move |_| ended.recv().is_err()));
            assert!((&mut asked).now_or_never().is_none());
            drop(asked);
            at_work.push(end);
        }
        let mut next = Box::pin(passwords.work(|_| ()));
        assert!((&mut next).now_or_never().is_none());
        assert_eq!(
            passwords.seats.available_permits(),
            0,
            "they are at work, though their requests are gone"
        );
        drop(at_work);
        next.await.unwrap();
    }

    #[actix_web::test]
    async fn there_are_never_more_memories_than_passwords_at_once_and_none_is_taken_anew() {
        let passwords = Passwords::default();
        let hash = crate::demo::PASSWORD_HASH;
        let check = || passwords.verify("wrong".to_owned(), hash.to_owned());
        for _ in 0..3 {
            let checked = futures_util::future::join_all([check(), check(), check(), check()]).await;
            assert!(checked.into_iter().all(|checked| !checked.unwrap()));
        }
        let memories = passwords.memories.lock().unwrap();
        assert!(memories.len() <= AT_ONCE, "{}", memories.len());
        assert!(memories.iter().all(|memory| memory.len() == 19_456));
    }
}

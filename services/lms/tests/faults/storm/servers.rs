//! The two servers, of which at least one is there at any time.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::dice::Dice;
use crate::home::{Database, Home};
use crate::server::Server;

/// How long a server that was asked to end may take.
const ENDED_WITHIN: Duration = Duration::from_secs(40);

/// Two places, with a server in each unless it just went.
pub struct Servers {
    home: Arc<Home>,
    database: Arc<Database>,
    model: String,
    places: [Mutex<Option<Server>>; 2],
}

/// How often which end was made of a server.
#[derive(Default)]
pub struct Losses {
    killed: u32,
    terminated: u32,
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "servers killed {}, terminated {}", self.killed, self.terminated)
    }
}

impl Servers {
    pub async fn start(home: &Arc<Home>, database: &Arc<Database>, model: &str) -> Self {
        let servers = Self {
            home: Arc::clone(home),
            database: Arc::clone(database),
            model: model.to_owned(),
            places: [Mutex::default(), Mutex::default()],
        };
        servers.put(0, servers.another(0).await);
        servers.put(1, servers.another(1).await);
        servers
    }

    /// Where the server of a place is now, or the other one while there is none.
    pub fn url(&self, place: usize) -> String {
        let of = |place: usize| self.lock(place).as_ref().map(|server| server.url.clone());
        of(place % 2).or_else(|| of((place + 1) % 2)).expect("one of the two is there")
    }

    /// Servers go and come back until it is over; then both are there.
    pub async fn come_and_go(&self, mut dice: Dice, over: Instant) -> Losses {
        let mut losses = Losses::default();
        for number in 2.. {
            let pause = Duration::from_millis(dice.between(1_000, 5_000));
            if Instant::now() + pause >= over {
                tokio::time::sleep_until(over).await;
                return losses;
            }
            tokio::time::sleep(pause).await;
            let place = usize::from(dice.percent(50));
            let server = self.lock(place).take().unwrap();
            if dice.percent(70) {
                losses.killed += 1;
                server.kill().await;
                self.put(place, self.another(number).await);
            } else {
                losses.terminated += 1;
                // Another one is there before it has ended, as where a new version is rolled out.
                server.terminate().await;
                self.put(place, self.another(number).await);
                assert!(server.ended(ENDED_WITHIN).await.success());
            }
        }
        losses
    }

    async fn another(&self, number: usize) -> Server {
        Server::start(&self.home, &self.database, &self.model, &format!("{number}")).await
    }

    fn put(&self, place: usize, server: Server) {
        *self.lock(place) = Some(server);
    }

    fn lock(&self, place: usize) -> MutexGuard<'_, Option<Server>> {
        self.places[place].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn log_tails(&self) -> String {
        [0, 1]
            .map(|place| self.lock(place).as_ref().map(Server::log_tail).unwrap_or_default())
            .join("\n---\n")
    }

    pub async fn stop(self) {
        for place in self.places {
            if let Some(server) = place.into_inner().unwrap_or_else(PoisonError::into_inner) {
                server.stop().await;
            }
        }
    }
}

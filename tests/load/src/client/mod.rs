//! A lean client of the demo LMS: signs in, begins conversations, asks, and sees how the answers come.

mod connection;
mod watch;

use std::io;
use std::net::SocketAddr;

use serde_json::{Value, json};

pub use connection::Connection;
pub use watch::{Seen, Watch, Wire};

/// Where the chatbot's routes are.
const CHATBOT: &str = "/api/chatbot/v1";

/// Somebody who is signed in.
pub struct Client {
    connection: Connection,
    token: String,
}

impl Client {
    /// Signs in with a password.
    pub async fn sign_in(address: SocketAddr, email: &str, password: &str) -> io::Result<Self> {
        let mut connection = Connection::open(address).await?;
        let body = json!({ "email": email, "password": password }).to_string();
        let (status, answer) = connection.call("POST", "/api/lms/login", None, &body).await?;
        let token = answer["token"].as_str().map(str::to_owned);
        let token = token.ok_or_else(|| io::Error::other(format!("signing in: {status} {answer}")))?;
        Ok(Self { connection, token })
    }

    /// Comes with a token.
    pub async fn with_token(address: SocketAddr, token: String) -> io::Result<Self> {
        Ok(Self { connection: Connection::open(address).await?, token })
    }

    pub async fn get(&mut self, path: &str) -> io::Result<(u16, Value)> {
        self.connection.call("GET", path, Some(&self.token), "").await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> io::Result<(u16, Value)> {
        self.connection.call("POST", path, Some(&self.token), &body.to_string()).await
    }

    /// The first chatbot of a course.
    pub async fn chatbot_of(&mut self, course: &str) -> io::Result<String> {
        let (status, answer) = self.get(&format!("{CHATBOT}/courses/{course}/chatbots")).await?;
        let id = answer.as_array().and_then(|list| list.first()?["id"].as_str());
        let id = id.map(str::to_owned);
        id.ok_or_else(|| io::Error::other(format!("the chatbots of {course}: {status} {answer}")))
    }

    /// A new conversation.
    pub async fn begin(&mut self, chatbot: &str) -> io::Result<String> {
        let path = format!("{CHATBOT}/chatbots/{chatbot}/conversations");
        let (status, answer) = self.post(&path, &json!({})).await?;
        let id = answer["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| io::Error::other(format!("a new conversation: {status} {answer}")))
    }

    /// Asks, and reads the answer to its end.
    pub async fn ask(&mut self, conversation: &str, id: &str, text: &str) -> io::Result<Seen> {
        let body = json!({ "id": conversation, "message": message(id, text) });
        self.chat(&body, usize::MAX).await
    }

    /// Asks for the last answer once more.
    pub async fn regenerate(&mut self, conversation: &str) -> io::Result<Seen> {
        let body = json!({ "id": conversation, "trigger": "regenerate-message" });
        self.chat(&body, usize::MAX).await
    }

    /// Asks, and goes away after so many events with text.
    pub async fn ask_and_leave(
        mut self,
        conversation: &str,
        id: &str,
        text: &str,
        after: usize,
    ) -> io::Result<Seen> {
        let body = json!({ "id": conversation, "message": message(id, text) });
        self.chat(&body, after).await
    }

    /// Stops the answer of a conversation.
    pub async fn stop(&mut self, conversation: &str) -> io::Result<u16> {
        Ok(self.post(&format!("{CHATBOT}/chat/{conversation}/stop"), &json!({})).await?.0)
    }

    async fn chat(&mut self, body: &Value, leave_after: usize) -> io::Result<Seen> {
        let path = format!("{CHATBOT}/chat");
        read(&mut self.connection, &path, Some(&self.token), body, Wire::UiMessages, leave_after).await
    }
}

/// A message of a student.
pub fn message(id: &str, text: &str) -> Value {
    json!({ "id": id, "role": "user", "parts": [{ "type": "text", "text": text }] })
}

/// Sends a request and reads its stream.
pub async fn read(
    connection: &mut Connection,
    path: &str,
    token: Option<&str>,
    body: &Value,
    wire: Wire,
    leave_after: usize,
) -> io::Result<Seen> {
    let body = body.to_string();
    let mut watch = Watch::begin(wire);
    watch.seen.status = connection.send("POST", path, token, &body).await?;
    while connection.piece(watch.buffer()).await? {
        watch.read();
        if watch.seen.events >= leave_after {
            break;
        }
    }
    Ok(watch.end())
}

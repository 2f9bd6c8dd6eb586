//! Bearer tokens: JWT, signed by us with a secret (HS256), or by somebody else whose public keys we read (RS256, ES256,
//! EdDSA). Which of them is set decides by what a token is checked; its own header never does.

use chatbot_protocol::UserId;
use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::keys::{KeysUnavailable, TokenKeys};

/// How long a token or a session lasts, in hours.
pub(crate) const HOURS: i64 = 12;

/// How far the clock of whoever signs a token may be ahead of ours.
const NOT_BEFORE_LEEWAY: Duration = Duration::seconds(30);

/// Makes and reads tokens.
pub struct Tokens {
    expected: Expected,
    signed: Signed,
}

/// What `aud` and `iss` have to be; anything where nothing is set.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The audience.
    pub audience: Option<String>,
    /// The issuer.
    pub issuer: Option<String>,
}

enum Signed {
    ByUs { signing: EncodingKey, checking: DecodingKey },
    Elsewhere(TokenKeys),
}

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: Uuid,
    exp: i64,
    iat: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    aud: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iss: Option<String>,
}

/// What is read of a token; `aud` may be a list, and the library has checked it.
#[derive(Deserialize)]
struct Checked {
    sub: Uuid,
    exp: i64,
    nbf: Option<i64>,
}

impl Tokens {
    /// Tokens that we sign ourselves, with this secret.
    pub fn signed_by_us(secret: &str, expected: Expected) -> Result<Self, jsonwebtoken::errors::Error> {
        let signing = EncodingKey::from_secret(secret.as_bytes())?;
        let checking = DecodingKey::from_secret(secret.as_bytes())?;
        Ok(Self { expected, signed: Signed::ByUs { signing, checking } })
    }

    /// Tokens that somebody else signs, whose keys these are.
    pub const fn signed_elsewhere(keys: TokenKeys, expected: Expected) -> Self {
        Self { expected, signed: Signed::Elsewhere(keys) }
    }

    /// A token for the person; none where somebody else signs them.
    pub fn issue(
        &self,
        user: UserId,
        now: DateTime<Utc>,
    ) -> Result<Option<String>, jsonwebtoken::errors::Error> {
        let Signed::ByUs { signing, .. } = &self.signed else { return Ok(None) };
        let claims = Claims {
            sub: user.0,
            exp: (now + Duration::hours(HOURS)).timestamp(),
            iat: now.timestamp(),
            aud: self.expected.audience.clone(),
            iss: self.expected.issuer.clone(),
        };
        encode(&Header::new(Algorithm::HS256), &claims, signing).map(Some)
    }

    /// Whose token it is; nobody's when it does not hold.
    ///
    /// # Errors
    /// When it is signed with a key that we may only lack because the keys cannot be read at the moment.
    pub async fn check(&self, token: &str, now: DateTime<Utc>) -> Result<Option<UserId>, KeysUnavailable> {
        match &self.signed {
            Signed::ByUs { checking, .. } => Ok(self.holds(token, checking, Algorithm::HS256, now)),
            Signed::Elsewhere(keys) => {
                let Ok(header) = decode_header(token) else { return Ok(None) };
                let key = keys.find(header.kid.as_deref(), header.alg).await?;
                Ok(key.and_then(|key| self.holds(token, key.checking(), key.algorithm(), now)))
            }
        }
    }

    /// Keeps the keys of whoever signs fresh; never returns. Nothing to do where we sign ourselves.
    pub async fn keep_keys(&self) {
        match &self.signed {
            Signed::ByUs { .. } => std::future::pending().await,
            Signed::Elsewhere(keys) => keys.keep().await,
        }
    }

    fn holds(
        &self,
        token: &str,
        key: &DecodingKey,
        algorithm: Algorithm,
        now: DateTime<Utc>,
    ) -> Option<UserId> {
        let claims = decode::<Checked>(token, key, &self.validation(algorithm)).ok()?.claims;
        let is_over = claims.exp <= now.timestamp();
        let has_begun = claims.nbf.is_none_or(|begin| begin <= (now + NOT_BEFORE_LEEWAY).timestamp());
        (!is_over && has_begun).then_some(UserId(claims.sub))
    }

    fn validation(&self, algorithm: Algorithm) -> Validation {
        let Expected { audience, issuer } = &self.expected;
        let mut validation = Validation::new(algorithm);
        // Time is the clock's, which tests can set.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        validation.validate_aud = audience.is_some();
        let mut required = vec!["exp", "sub"];
        if let Some(audience) = audience {
            validation.set_audience(&[audience]);
            required.push("aud");
        }
        if let Some(issuer) = issuer {
            validation.set_issuer(&[issuer]);
            required.push("iss");
        }
        validation.set_required_spec_claims(&required);
        validation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "a secret of at least thirty-two bytes";

    fn tokens(secret: &str, audience: Option<&str>, issuer: Option<&str>) -> Tokens {
        let expected = Expected { audience: audience.map(Into::into), issuer: issuer.map(Into::into) };
        Tokens::signed_by_us(secret, expected).unwrap()
    }

    async fn check(tokens: &Tokens, token: &str, now: DateTime<Utc>) -> Option<UserId> {
        tokens.check(token, now).await.unwrap()
    }

    #[tokio::test]
    async fn a_token_holds_until_its_time_is_over() {
        let (tokens, user, now) =
            (tokens(SECRET, None, None), UserId(Uuid::from_u128(7)), DateTime::UNIX_EPOCH);
        let token = tokens.issue(user, now).unwrap().unwrap();
        assert_eq!(check(&tokens, &token, now).await, Some(user));
        assert_eq!(check(&tokens, &token, now + Duration::hours(12)).await, None);
    }

    #[tokio::test]
    async fn a_token_holds_from_when_it_says_on() {
        let (tokens, now) = (tokens(SECRET, None, None), DateTime::UNIX_EPOCH + Duration::hours(1));
        let begins = |seconds: i64| {
            let begin = (now + Duration::seconds(seconds)).timestamp();
            let claims = serde_json::json!({"sub": Uuid::from_u128(7), "exp": 10_000_000, "nbf": begin});
            encode(&Header::default(), &claims, &EncodingKey::from_secret(SECRET.as_bytes()).unwrap())
                .unwrap()
        };
        // Clocks differ a little.
        for (seconds, holds) in [(-3600, true), (0, true), (30, true), (31, false), (3600, false)] {
            assert_eq!(check(&tokens, &begins(seconds), now).await.is_some(), holds, "{seconds}");
        }
    }

    #[tokio::test]
    async fn tokens_of_others_do_not_hold() {
        let (user, now) = (UserId(Uuid::from_u128(7)), DateTime::UNIX_EPOCH);
        let ours = tokens(SECRET, Some("lms"), Some("me"));
        assert!(check(&ours, &ours.issue(user, now).unwrap().unwrap(), now).await.is_some());
        for other in [
            tokens("another secret of thirty-two bytes", Some("lms"), Some("me")),
            tokens(SECRET, Some("else"), Some("me")),
            tokens(SECRET, Some("lms"), Some("else")),
            tokens(SECRET, None, None),
        ] {
            assert_eq!(check(&ours, &other.issue(user, now).unwrap().unwrap(), now).await, None);
        }
        // {"alg":"none"}
        assert_eq!(check(&ours, "eyJhbGciOiJub25lIn0.eyJzdWIiOiIwIn0.", now).await, None);
        assert_eq!(check(&ours, "", now).await, None);
    }
}

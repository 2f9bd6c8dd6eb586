//! Bearer tokens: JWT, HS256.

use chatbot_protocol::UserId;
use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How long a token or a session lasts, in hours.
pub(crate) const HOURS: i64 = 12;

/// Makes and reads tokens.
pub struct Tokens {
    signing: EncodingKey,
    checking: DecodingKey,
    validation: Validation,
    audience: Option<String>,
    issuer: Option<String>,
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
}

impl Tokens {
    /// Takes the secret, and what `aud` and `iss` have to be.
    pub fn new(
        secret: &str,
        audience: Option<String>,
        issuer: Option<String>,
    ) -> Result<Self, jsonwebtoken::errors::Error> {
        let mut validation = Validation::new(Algorithm::HS256);
        // Time is the clock's, which tests can set.
        validation.validate_exp = false;
        validation.validate_aud = audience.is_some();
        let mut required = vec!["exp", "sub"];
        if let Some(audience) = &audience {
            validation.set_audience(&[audience]);
            required.push("aud");
        }
        if let Some(issuer) = &issuer {
            validation.set_issuer(&[issuer]);
            required.push("iss");
        }
        validation.set_required_spec_claims(&required);
        Ok(Self {
            signing: EncodingKey::from_secret(secret.as_bytes())?,
            checking: DecodingKey::from_secret(secret.as_bytes())?,
            validation,
            audience,
            issuer,
        })
    }

    /// A token for the person.
    pub fn issue(&self, user: UserId, now: DateTime<Utc>) -> Result<String, jsonwebtoken::errors::Error> {
        let claims = Claims {
            sub: user.0,
            exp: (now + Duration::hours(HOURS)).timestamp(),
            iat: now.timestamp(),
            aud: self.audience.clone(),
            iss: self.issuer.clone(),
        };
        encode(&Header::new(Algorithm::HS256), &claims, &self.signing)
    }

    /// Whose token it is; nobody's when it is not ours or its time is over.
    pub fn check(&self, token: &str, now: DateTime<Utc>) -> Option<UserId> {
        let claims = decode::<Checked>(token, &self.checking, &self.validation).ok()?.claims;
        (claims.exp > now.timestamp()).then_some(UserId(claims.sub))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "a secret of at least thirty-two bytes";

    fn tokens(secret: &str, audience: Option<&str>, issuer: Option<&str>) -> Tokens {
        Tokens::new(secret, audience.map(Into::into), issuer.map(Into::into)).unwrap()
    }

    #[test]
    fn a_token_holds_until_its_time_is_over() {
        let (tokens, user, now) =
            (tokens(SECRET, None, None), UserId(Uuid::from_u128(7)), DateTime::UNIX_EPOCH);
        let token = tokens.issue(user, now).unwrap();
        assert_eq!(tokens.check(&token, now), Some(user));
        assert_eq!(tokens.check(&token, now + Duration::hours(12)), None);
    }

    #[test]
    fn tokens_of_others_do_not_hold() {
        let (user, now) = (UserId(Uuid::from_u128(7)), DateTime::UNIX_EPOCH);
        let ours = tokens(SECRET, Some("lms"), Some("me"));
        assert!(ours.check(&ours.issue(user, now).unwrap(), now).is_some());
        for other in [
            tokens("another secret of thirty-two bytes", Some("lms"), Some("me")),
            tokens(SECRET, Some("else"), Some("me")),
            tokens(SECRET, Some("lms"), Some("else")),
            tokens(SECRET, None, None),
        ] {
            assert_eq!(ours.check(&other.issue(user, now).unwrap(), now), None);
        }
        // {"alg":"none"}
        assert_eq!(ours.check("eyJhbGciOiJub25lIn0.eyJzdWIiOiIwIn0.", now), None);
        assert_eq!(ours.check("", now), None);
    }
}

//! A JSON Web Key Set, as far as we can use it.

use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;

use super::TokenKey;
use super::fetch::KeysFault;

/// By what tokens may be signed. None of them has a secret that could also be the public key.
pub(super) const ALGORITHMS: [Algorithm; 3] = [Algorithm::RS256, Algorithm::ES256, Algorithm::EdDSA];

/// More keys of a set are not looked at.
const MOST_KEYS: usize = 100;
/// How many characters of base64 a modulus of 2048 bits has, and one of 8192.
const MODULUS_CHARACTERS: std::ops::RangeInclusive<usize> = 342..=1_366;

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

#[derive(Deserialize)]
struct Key {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    used_for: Option<String>,
    #[serde(rename = "key_ops")]
    operations: Option<Vec<String>>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// The keys of a set that tokens can be checked with; others are passed over, as the standard wants it.
pub(super) fn keys_of(text: &[u8]) -> Result<Vec<TokenKey>, KeysFault> {
    let set: KeySet = serde_json::from_slice(text).map_err(|_| KeysFault::NoKeySet)?;
    let keys = set.keys.into_iter().take(MOST_KEYS);
    let keys = keys.filter_map(|key| serde_json::from_value::<Key>(key).ok()?.usable());
    let keys: Vec<TokenKey> = keys.collect();
    if keys.is_empty() { Err(KeysFault::NoUsableKey) } else { Ok(keys) }
}

impl Key {
    fn usable(self) -> Option<TokenKey> {
        let is_for_signatures = self.used_for.as_deref().is_none_or(|used_for| used_for == "sig")
            && self.operations.as_ref().is_none_or(|ops| ops.iter().any(|op| op == "verify"));
        let (name, algorithm, checking) = match (self.kty.as_str(), self.crv.as_deref()) {
            ("RSA", _) => ("RS256", Algorithm::RS256, self.rsa()?),
            ("EC", Some("P-256")) => {
                let key = DecodingKey::from_ec_components(self.x.as_deref()?, self.y.as_deref()?);
                ("ES256", Algorithm::ES256, key.ok()?)
            }
            ("OKP", Some("Ed25519")) => {
                ("EdDSA", Algorithm::EdDSA, DecodingKey::from_ed_components(self.x.as_deref()?).ok()?)
            }
            _ => return None,
        };
        let is_for_this =
            self.alg.as_deref().is_none_or(|alg| alg == name || alg == "Ed25519" && name == "EdDSA");
        (is_for_signatures && is_for_this).then_some(TokenKey { id: self.kid, algorithm, checking })
    }

    fn rsa(&self) -> Option<DecodingKey> {
        let (modulus, exponent) = (self.n.as_deref()?, self.e.as_deref()?);
        let is_strong = MODULUS_CHARACTERS.contains(&modulus.len());
        is_strong.then(|| DecodingKey::from_rsa_components(modulus, exponent).ok())?
    }
}

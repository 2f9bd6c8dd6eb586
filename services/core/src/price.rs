//! What models cost, in money. Amounts are whole millionths of the currency: sums of them are exact.

use chatbot_protocol::data_part::Usage;

/// What the tokens of a model cost, in millionths of the deployment's currency for each 1,000,000 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelPrice {
    /// Of tokens that go to it.
    pub input_micros: u64,
    /// Of tokens that come from it.
    pub output_micros: u64,
}

impl ModelPrice {
    /// Of a model that costs nothing.
    pub const FREE: Self = Self { input_micros: 0, output_micros: 0 };

    /// What these tokens cost, in millionths of the currency, rounded to the nearest.
    pub fn micros(self, usage: Usage) -> u64 {
        let of = |tokens: u32, price: u64| u128::from(tokens) * u128::from(price);
        let both = of(usage.input_tokens, self.input_micros) + of(usage.output_tokens, self.output_micros);
        u64::try_from((both + 500_000) / 1_000_000).unwrap_or(u64::MAX)
    }
}

/// What tokens cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost<'a> {
    /// In millionths of the currency.
    pub micros: u64,
    /// An ISO 4217 code; nothing is nothing in every currency.
    pub currency: Option<&'a str>,
}

impl<'a> Cost<'a> {
    /// What tokens of a model cost; none where nobody set a price for it.
    pub fn of(usage: Usage, price: Option<ModelPrice>, currency: Option<&'a str>) -> Option<Self> {
        let micros = if usage == Usage::default() { 0 } else { price?.micros(usage) };
        match (micros, currency) {
            (0, _) => Some(Self { micros: 0, currency: None }),
            (_, Some(_)) => Some(Self { micros, currency }),
            (_, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICE: ModelPrice = ModelPrice { input_micros: 150_000, output_micros: 600_000 };

    fn usage(input_tokens: u32, output_tokens: u32) -> Usage {
        Usage { input_tokens, output_tokens }
    }

    #[test]
    fn both_ways_are_priced_and_rounded_together() {
        for (tokens, micros) in [
            (usage(1_000_000, 0), 150_000),
            (usage(0, 1_000_000), 600_000),
            (usage(1_000, 200), 270),
            (usage(3, 0), 0),
            (usage(3, 1), 1),
            (usage(4, 0), 1),
        ] {
            assert_eq!(PRICE.micros(tokens), micros, "{tokens:?}");
        }
        let dear = ModelPrice { input_micros: u64::MAX, output_micros: u64::MAX };
        assert_eq!(dear.micros(usage(u32::MAX, u32::MAX)), u64::MAX);
    }

    #[test]
    fn what_nobody_priced_is_not_known_and_what_is_free_needs_no_currency() {
        let euros = |micros| Some(Cost { micros, currency: Some("EUR") });
        let nothing = Some(Cost { micros: 0, currency: None });
        assert_eq!(Cost::of(usage(1_000, 200), Some(PRICE), Some("EUR")), euros(270));
        assert_eq!(Cost::of(usage(1_000, 200), None, Some("EUR")), None);
        assert_eq!(Cost::of(usage(1_000, 200), Some(PRICE), None), None);
        assert_eq!(Cost::of(usage(1_000, 200), Some(ModelPrice::FREE), None), nothing);
        assert_eq!(Cost::of(usage(0, 0), None, None), nothing, "no tokens cost nothing");
    }
}

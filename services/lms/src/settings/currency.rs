//! The currencies in which prices can be: those that ISO 4217 has for money that people pay with. Codes of metals, of
//! funds and of tests, and those of money that is no longer in use, are no currencies here.

const CODES: &str = "\
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
    CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ \
    GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP \
    LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR \
    PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC \
    SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF \
    XPF YER ZAR ZMW ZWG";

/// Whether prices can be in it.
pub(super) fn is_currency(code: &str) -> bool {
    code.len() == 3 && CODES.split_ascii_whitespace().any(|known| known == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_codes_of_money_that_people_pay_with_are_currencies() {
        assert!(["EUR", "SEK", "USD", "JPY", "AED", "ZWG"].into_iter().all(is_currency));
        // By the standard XXX is "no currency", XTS is for tests, XAU is gold; FIM is no longer in use.
        for none in ["ZZZ", "XXX", "XTS", "XAU", "FIM", "eur", "EURO", "", "EUR ", "R S", " "] {
            assert!(!is_currency(none), "{none:?}");
        }
        let codes: Vec<&str> = CODES.split_ascii_whitespace().collect();
        assert!(codes.iter().all(|code| code.len() == 3) && codes.is_sorted());
    }
}

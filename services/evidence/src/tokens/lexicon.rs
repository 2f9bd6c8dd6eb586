//! What is known of months, number words and negations, by language.

/// Beginnings of the names of the months, January first; inflected forms begin alike.
const MONTHS: [(&str, &str); 7] = [
    ("en", "january february march april may june july august september october november december"),
    (
        "fi",
        "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
    ),
    ("sv", "januari februari mars april maj juni juli augusti september oktober november december"),
    ("de", "januar februar märz april mai juni juli august september oktober november dezember"),
    ("es", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    ("fr", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    ("ru", "январ феврал март апрел мая июн июл август сентябр октябр ноябр декабр"),
];

const SHORT_MONTHS: &str = "jan feb mar apr may jun jul aug sep oct nov dec";

/// Words for numbers, and the numbers. "One" is left out: it mostly counts nothing.
const NUMBERS: [(&str, &str); 7] = [
    (
        "en",
        "two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 \
         fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 \
         fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 \
         ninth=9 tenth=10 twice=2 dozen=12",
    ),
    (
        "fi",
        "kaksi=2 kahden=2 kahta=2 kahdessa=2 kahdesta=2 kaksikin=2 kolme=3 kolmen=3 kolmea=3 kolmessa=3 \
         kolmesta=3 neljä=4 neljän=4 neljää=4 viisi=5 viiden=5 viittä=5 kuuden=6 kuutta=6 seitsemän=7 \
         seitsemää=7 kahdeksan=8 kahdeksaa=8 yhdeksän=9 yhdeksää=9 kymmenen=10 kymmentä=10 kolmas=3 \
         kolmannen=3 neljäs=4 viides=5",
    ),
    (
        "sv",
        "två=2 tre=3 fyra=4 fem=5 sex=6 sju=7 åtta=8 nio=9 tio=10 elva=11 tolv=12 tjugo=20 tredje=3 fjärde=4 \
         femte=5",
    ),
    (
        "de",
        "zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 zwanzig=20 \
         dritte=3 dritten=3 vierte=4 vierten=4 fünfte=5",
    ),
    (
        "es",
        "dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 veinte=20 \
         tercer=3 tercera=3 cuarto=4",
    ),
    (
        "fr",
        "deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 vingt=20 \
         troisième=3 quatrième=4",
    ),
    (
        "ru",
        "два=2 две=2 двух=2 три=3 трех=3 трёх=3 четыре=4 четырех=4 пять=5 пяти=5 шесть=6 семь=7 восемь=8 \
         девять=9 десять=10 третий=3 третья=3",
    ),
];

/// Words that multiply the number before them, with how many zeros they add.
const MAGNITUDES: &str = "thousand=3 million=6 millions=6 billion=9 trillion=12 tuhatta=3 miljoonaa=6 miljardia=9 tusen=3 \
     miljon=6 miljoner=6 miljarder=9 tausend=3 millionen=6 milliarden=9 mil=3 millones=6 mille=3 milliards=9 \
     тысяч=3 миллионов=6";

/// Words that deny.
const NEGATIONS: [(&str, &str); 7] = [
    ("en", "not no never none nobody nothing nor neither without cannot"),
    ("fi", "ei en et emme ette eivät eikä eivätkä älä älkää ilman ettei jottei jollei ellei"),
    ("sv", "inte ej icke aldrig ingen inget inga utan"),
    ("de", "nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts"),
    ("es", "no nunca ningún ninguna ninguno nadie nada sin ni tampoco jamás"),
    ("fr", "ne n pas jamais aucun aucune sans ni rien"),
    ("ru", "не нет ни никогда без нельзя ничего"),
];

/// Words by which a page denies without denying: "forbidden" is "not allowed".
const SOFT_NEGATIONS: [(&str, &str); 2] = [
    (
        "en",
        "unable impossible prohibited prohibits forbidden forbids banned bans prevents prevent declined refused \
         fails failed fail lacks lack lacking avoid avoids avoided except unlike instead rather invalid missing",
    ),
    ("fi", "kielletty kielletään mahdoton mahdotonta puuttuu puuttuva puuttuvat estää estetään paitsi"),
];

/// Which month a word names, in lower case; 1 for January. `is_capital`: how it is written.
pub(super) fn month(language: &str, word: &str, is_capital: bool) -> Option<u8> {
    // English and German write "may" and "march" otherwise.
    if matches!(language, "en" | "de") && !is_capital {
        return None;
    }
    let names = MONTHS.iter().find(|(known, _)| *known == language).map(|(_, names)| names)?;
    let is_name = |name: &str| word.strip_prefix(name).is_some_and(|rest| is_ending(language, rest));
    let place = names.split(' ').position(is_name).or_else(|| short_month(language, word))?;
    u8::try_from(place + 1).ok()
}

/// Whether a month's name may end so; only some languages inflect it.
fn is_ending(language: &str, rest: &str) -> bool {
    rest.is_empty() || (matches!(language, "fi" | "ru") && rest.chars().count() <= 5)
}

fn short_month(language: &str, word: &str) -> Option<usize> {
    let word = if word == "sept" { "sep" } else { word };
    SHORT_MONTHS.split(' ').position(|short| language == "en" && short == word)
}

/// The number that a word says, in lower case.
pub(super) fn number(language: &str, word: &str) -> Option<&'static str> {
    let entries = NUMBERS.iter().find(|(known, _)| *known == language).map(|(_, entries)| entries)?;
    value(entries, word)
}

fn value(entries: &'static str, word: &str) -> Option<&'static str> {
    let mut entries = entries.split_whitespace().filter_map(|entry| entry.split_once('='));
    entries.find(|(known, _)| *known == word).map(|(_, value)| value)
}

/// How many zeros a word adds to the number before it.
pub(super) fn magnitude(word: &str) -> Option<usize> {
    value(MAGNITUDES, word).and_then(|zeros| zeros.parse().ok())
}

/// Whether a word, in lower case, denies.
pub(crate) fn denies(language: &str, word: &str) -> bool {
    is_listed(&NEGATIONS, language, word)
}

/// Whether a word, in lower case, says "not" in another way.
pub(crate) fn denies_softly(language: &str, word: &str) -> bool {
    is_listed(&SOFT_NEGATIONS, language, word)
}

fn is_listed(lists: &[(&str, &str)], language: &str, word: &str) -> bool {
    let words = lists.iter().find(|(known, _)| *known == language).map_or("", |(_, words)| words);
    words.split_whitespace().any(|known| known == word)
}

//! Words that say nothing about what a text is about, English and Finnish together.

use std::collections::HashSet;
use std::sync::LazyLock;

const ENGLISH: &str = "a about above after again against ain all also am an and another any are aren as at be because \
    been before being below between both but by can cannot could couldn d did didn do does doesn doing don down during \
    each either else etc ever every few for from further get gets give given gives going had hadn has hasn have haven \
    having he her here hers herself him himself his how however i if in into is isn it its itself just let like ll m \
    make makes many may maybe me might mine more most much must mustn my myself need needed needs neither no nor not \
    now of off on once one ones only or other ought our ours ourselves out over own please re really s same shall shan \
    she should shouldn so some something still such t tell than that the their theirs them themselves then there these \
    they thing things this those through to too under until up upon us used use uses using ve very want was wasn way \
    ways we were weren what whatever when where whether which while who whom whose why will with within without won \
    would wouldn yes yet you your yours yourself yourselves";
const FINNISH: &str = "aina aika aivan edes ehkä ei eikä eivät elää emme en enemmän entä entäs esim että ette et häneen \
    hän hänellä hänen he heidän heille hyvin ihan itse ja jälkeen jo jos jossa joka jokin joku jolla jonka jota jotka \
    jotain jotta juuri kai kaikki kanssa kautta keiden ketkä ketä kenellä kenen koska kuin kuinka kuitenkin kuka kun \
    kyllä lähes lisäksi lla luo lähellä me meidän meille mihin mikä miksi mikäli millainen millaisia millä milloin \
    minkä minkälainen minua minun minulla minulle minusta minä missä mistä mitkä mitä miten mitään mm muita muun muut \
    mukaan mun mulla mutta myös mä nämä ne niiden niin niitä niistä noin nuo nyt ole olen olet oletko olemme olette oli \
    olin olisi olivat olla olleet ollut on onko ovat ovatko paljon pitäisi pitää pois sekä se sellainen sen siihen siis \
    siitä siinä sinun sinä sitten sitä sun sä taas tai takia te tehdään teidän täällä tämä tämän tässä tästä tähän tätä tuo \
    tuon tällainen vaan vai vaikka vain voi voiko voidaan voimme voin voinko voit voivat välillä yli yms";

/// Words of asking, not of what is asked.
const FLUFF: &str = "answer anna ask auta auttaa basically can chapter course describe detail details difference \
    differences differ different differs eri ero eroa eroaa eroavat erot erota esimerkiksi esimerkki esimerkin \
    esimerkkejä example examples exactly exact explain explained explanation find good haluaisin haluan hei hello help \
    hey hi käyttää käytetään kerro kertoisitko know kurssi kurssilla kurssimateriaali learn material materiaali mean \
    meaning means mentioned moi oikein purpose question say says selitä selittää shortly show simple simply sivu \
    someone summarise summarize syntax syntaksi tarkoitetaan tarkoittaa tarkoitus teach term thanks tiedä tietää \
    toimii toimivat understand understanding verrattuna versus voisitko vs wanted wonder wondering word work working \
    works explaining difference";

static STOP_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| [ENGLISH, FINNISH].iter().flat_map(|list| list.split_whitespace()).collect());
static FLUFF_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| FLUFF.split_whitespace().collect());

/// Whether a lower-case word is a stop word.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// Whether a lower-case word only asks.
pub fn is_fluff(word: &str) -> bool {
    FLUFF_WORDS.contains(word)
}

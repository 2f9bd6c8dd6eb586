//! Which words are written with a full stop that ends nothing, by language.

/// Written without their last full stop. A capital letter must be one in the text, too ("Ms." is no "ms.").
const NEVER_LAST: [(&str, &str); 8] = [
    ("", "e.g i.e cf vs viz approx ca Dr Mr Mrs Ms Prof St Fig Figs Eq Eqs"),
    ("en", "incl esp"),
    (
        "fi",
        "esim ks ns mm vrt ts ko em nk nyk sis tark vast huom virall engl ruots lat suom prof toht tri hra rva \
         os puh klo",
    ),
    ("sv", "t.ex bl.a d.v.s dvs m.a.o s.k fr.o.m t.o.m p.g.a jfr resp ung eng el ev t bl d s p fr m.h.a f.d"),
    (
        "de",
        "z.B d.h u.a s.o s.u i.d.R z bzw vgl bspw sog inkl exkl ggf evtl insb Abb Tab Kap Nr Bd Hr Fr engl lat \
         allg max min mind",
    ),
    ("fr", "c.-à-d p.ex ex env M MM chap fig par"),
    ("es", "p.ej ej Sr Sra Srta Dra Ud Uds aprox pág págs núm cap fig art"),
    ("ru", "т.е е т.к т.н см напр рис гл стр ср англ им"),
];

/// In any language, when a number follows.
const BEFORE_NUMBER: &str = "no nos nr n:o n p pp s ss v ch chap sec sect fig figs eq vol art par ed al kap cap \
     abb tab bd kpl luku luv sid pág núm г стр гл рис № c";

/// Words that, with a capital letter, mostly begin a sentence. They tell "written in C. The next" from
/// "by E. F. Codd".
const STARTERS: [(&str, &str); 7] = [
    (
        "en",
        "The A An It Its This That These Those There They We You He She In On At For From By With Without To If \
         When While Where Which What Who Why How And But Or So As Each Every Both All Some Any No Not Also Then \
         Thus Here Such One Two After Before Because Since However Therefore Otherwise Instead Use",
    ),
    (
        "fi",
        "Se Sen Siinä Siitä Sitä Ne Niiden Niitä Tämä Tämän Tässä Tästä Tätä Nämä Näin Hän He Jos Kun Kuin Kuten \
         Koska Vaikka Mutta Ja Tai Sekä Myös Joten Siksi Silloin Sitten Kaikki Jokainen Jokaisella Mikä Miten \
         Missä Kuka Yksi Kaksi Ei Eli Esimerkiksi Lisäksi Kuitenkin Toisaalta",
    ),
    (
        "sv",
        "Det Den De Denna Detta Dessa En Ett Om När Då Där Här Han Hon Vi Ni Du Man Och Men Eller Så Som I På \
         För Från Med Utan Till Av Alla Varje Båda Vad Vilken Hur Därför Dock Inte Ingen Även Sedan",
    ),
    (
        "de",
        "Der Die Das Den Dem Des Ein Eine Einen Einem Einer Es Er Sie Wir Ihr Man Dies Diese Dieser Dieses \
         Diesen Wenn Als Da Dann Dort Hier Und Aber Oder So Wie Was Wer Wo Warum In Im An Am Auf Aus Bei Beim \
         Für Mit Nach Von Vom Zu Zum Zur Um Ohne Durch Jede Jeder Jedes Alle Beide Nicht Kein Keine Auch Zwei \
         Drei Daher Deshalb Jedoch",
    ),
    (
        "fr",
        "Le La Les L Un Une Des Ce Cet Cette Ces C Il Elle Ils Elles On Nous Vous Je Si Quand Lorsque Mais Et Ou \
         Où Donc Car Dans Sur Pour Par Avec Sans En Au Aux Du De Chaque Tous Toutes Ainsi Alors Puis",
    ),
    (
        "es",
        "El La Los Las Un Una Unos Unas Lo Este Esta Estos Estas Ese Esa Esto Eso Es Si Cuando Pero Y O En Para \
         Por Con Sin De Del Al Cada Todos Todas También Así Luego Como No Se Su Sus",
    ),
    (
        "ru",
        "Это Этот Эта Эти Он Она Оно Они Мы Вы Я Если Когда Но И Или А В Во На Для По С Со Из От К Не Нет Все \
         Каждый Каждая Так Также Тогда Потом Поэтому Что Как Где",
    ),
];

/// What a word with a full stop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// No sentence ends with it.
    NeverLast,
    /// It belongs to a number, if one follows.
    BeforeNumber,
}

/// The abbreviations of a language. Those of English always count: its answers are everywhere.
#[derive(Clone, Debug)]
pub(super) struct Abbreviations {
    language: String,
}

impl Abbreviations {
    /// Of a language by its tag (BCP 47).
    pub fn of(tag: &str) -> Self {
        Self { language: tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase() }
    }

    /// What the word is; without its last full stop.
    pub fn find(&self, word: &str) -> Option<Abbreviation> {
        let lower = word.to_lowercase();
        let has = |list: &str| list.split_whitespace().any(|known| known == word || known == lower);
        if word.is_empty() {
            None
        } else if self.lists(&NEVER_LAST).any(has) {
            Some(Abbreviation::NeverLast)
        } else {
            has(BEFORE_NUMBER).then_some(Abbreviation::BeforeNumber)
        }
    }

    /// Whether the word mostly begins a sentence.
    pub fn starts_sentence(&self, word: &str) -> bool {
        self.lists(&STARTERS).any(|list| list.split_whitespace().any(|known| known == word))
    }

    /// Whether a capital letter after a full stop says little.
    pub fn nouns_are_capital(&self) -> bool {
        self.language == "de"
    }

    fn lists<'s>(&'s self, of: &'s [(&str, &'static str)]) -> impl Iterator<Item = &'static str> + 's {
        let counts = |language: &str| matches!(language, "" | "en") || language == self.language;
        of.iter().filter(move |(language, _)| counts(language)).map(|(_, words)| *words)
    }
}

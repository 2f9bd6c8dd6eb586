use proptest::prelude::*;

use super::*;

fn joined(text: &str) -> String {
    let words: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
    words.join(" ")
}

#[test]
fn text_becomes_plain_words() {
    for (text, expected) in [
        ("Docker-compose.yml, os.environ a/b", "docker compose yml os environ a b"),
        ("C++ and C# on .NET, not c or net", "cplusplus and csharp on dotnet not c or net"),
        ("ASP.NET Core, F#, Objective-C", "asp net core fsharp objective c"),
        ("i++; c = 1", "i c 1"),
        ("x += 1 == y", "x opplusassign 1 opequals y"),
        ("snake_case don’t", "snake case don t"),
        ("ＦＵＬＬ ﬁne ÅÄÖ КНИГИ", "full fine åäö книги"),
        ("数据库 SQL语句", "数据 据库 sql 语句"),
        ("キーワード", "キー ーワ ワー ード"),
        ("ภาษาไทย", "ภาษ าษา ษาไ าไท ไทย"),
        ("데이터", "데이 이터"),
        ("हिन्दी", "हिन्दी"),
        ("🙂 \0 \u{200B} ' \" \\ : & | ! ( ) <->", ""),
    ] {
        assert_eq!(joined(text), expected, "{text}");
    }
}

#[test]
fn endless_words_are_cut() {
    assert_eq!(joined(&"a".repeat(5000)).len(), LONGEST_WORD_CHARS);
}

#[test]
fn pieces_are_told_from_words() {
    let pieces: Vec<bool> = words("key 数据库 C++ ==").iter().map(|word| word.is_piece).collect();
    assert_eq!(pieces, [false, true, true, true, true]);
}

proptest! {
    #[test]
    fn any_text_is_analysed(text in "\\PC*|(?s:.)*", language in "[a-z]{2}|\\PC*") {
        let language = Language::of(&language);
        for word in words(&text) {
            prop_assert!(!word.text.is_empty());
            prop_assert!(word.text.chars().count() <= LONGEST_WORD_CHARS);
            language.stem(&word);
            grams::of(&word);
        }
    }
}

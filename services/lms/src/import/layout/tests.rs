use super::*;

fn layout(files: &[(&str, &str)], language: &str) -> Layout {
    let folder = CourseFolder::from_files(files.iter().map(|(path, text)| (*path, text.as_bytes())));
    let languages =
        LanguageFolders::find(folder.files.iter().map(|file| file.path.as_str()), language).unwrap();
    let course = Course {
        slug: "c".into(),
        title: "The course".into(),
        description: None,
        language: language.into(),
        time_zone: "UTC".into(),
        organization: "o".into(),
    };
    lay_out(&folder, &languages, &course)
}

fn addresses(layout: &Layout) -> Vec<String> {
    let pages = layout.chapters.iter().flat_map(|chapter| &chapter.pages);
    pages.map(|page| page.url_path.strip_prefix("/courses/c/").unwrap().to_owned()).collect()
}

#[test]
fn folders_become_chapters_in_numeric_order() {
    let layout = layout(
        &[
            ("part-10/1-x.md", ""),
            ("part-9/2-b.md", ""),
            ("part-9/1-a.md", ""),
            ("part-9/index.md", "# Part nine"),
            ("faq.md", ""),
        ],
        "en",
    );
    assert_eq!(addresses(&layout), ["faq", "part-9/index", "part-9/a", "part-9/b", "part-10/x"]);
    let titles: Vec<_> = layout.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles, ["The course", "Part nine", "Part 10"]);
}

#[test]
fn chapter_files_are_heeded_and_broken_ones_named() {
    let layout = layout(
        &[
            ("01-a/chapter.toml", "title = 'First: one'\nopens_in_days = 3"),
            ("01-a/x.md", ""),
            ("02-b/chapter.toml", "title = "),
            ("02-b/x.md", ""),
        ],
        "en",
    );
    let chapters: Vec<_> = layout
        .chapters
        .iter()
        .map(|c| (c.title.as_str(), c.pages[0].url_path.as_str(), c.opens_in_days))
        .collect();
    assert_eq!(chapters, [("First: one", "/courses/c/a/x", Some(3)), ("B", "/courses/c/b/x", None)]);
    assert_eq!(layout.skipped[0].path, "02-b/chapter.toml");
}

#[test]
fn the_folder_above_a_language_is_the_chapter() {
    let files =
        [("0/fi/osa0.md", ""), ("0/fi/osa0a.md", "## A"), ("0/en/part0.md", ""), ("1/fi/osa1.md", "")];
    let layout = layout(&files, "fi");
    assert_eq!(addresses(&layout), ["0/osa0", "0/osa0a", "1/osa1"]);
    assert_eq!((layout.chapters[0].title.as_str(), layout.chapters[0].path.as_str()), ("Osa 0", "0"));
}

#[test]
fn no_two_pages_share_an_address() {
    let layout = layout(
        &[("1-a.md", ""), ("2-a.md", ""), ("a/x.md", ""), ("!!/x.md", ""), ("b/1-.md", ""), ("b/#.md", "")],
        "en",
    );
    let addresses = addresses(&layout);
    assert_eq!(addresses.iter().collect::<HashSet<_>>().len(), addresses.len(), "{addresses:?}");
}

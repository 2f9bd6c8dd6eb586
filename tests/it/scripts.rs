//! The scripts in `bin/`, as a newcomer runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A tree with our scripts in it, and an `npm` that builds nothing but says that it was called.
fn tree(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bin");
    for folder in ["bin", "tools"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    for script in ["steps.sh", "build-pages"] {
        fs::copy(ours.join(script), root.join("bin").join(script)).unwrap();
    }
    for package in ["shared-module", "services/course-ui"] {
        let package = root.join(package);
        fs::create_dir_all(package.join("src")).unwrap();
        fs::create_dir_all(package.join("node_modules")).unwrap();
        fs::write(package.join("package-lock.json"), "{}").unwrap();
        fs::write(package.join("src/page.ts"), "one").unwrap();
    }
    let npm = "#!/bin/sh\necho \"npm $*\" >>npm-calls\n[ \"$1\" = run ] || exit 0\n\
        mkdir -p services/course-ui/dist\necho x >services/course-ui/dist/index.html\n";
    fs::write(root.join("tools/npm"), npm).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(root.join("tools/npm")).status().unwrap().success());
    root
}

fn bash(root: &Path, script: &str) -> String {
    let script = format!("PATH=\"$PWD/tools:$PATH\"; {script}");
    let ran = Command::new("bash").args(["-c", &script]).current_dir(root).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

fn builds(root: &Path) -> usize {
    let calls = fs::read_to_string(root.join("npm-calls")).unwrap_or_default();
    calls.lines().filter(|call| call.contains("run build") && call.contains("course-ui")).count()
}

#[test]
fn the_pages_are_built_again_only_when_something_changed() {
    let root = tree("pages");
    let build = || bash(&root, "bash bin/build-pages");
    build();
    assert_eq!(builds(&root), 1);
    assert!(build().contains("nothing has changed"));
    assert_eq!(builds(&root), 1);
    let changes: [(&str, &dyn Fn()); 4] = [
        ("a source", &|| fs::write(root.join("shared-module/src/page.ts"), "two").unwrap()),
        ("a new one", &|| fs::write(root.join("services/course-ui/src/more.ts"), "three").unwrap()),
        ("a removed one", &|| fs::remove_file(root.join("services/course-ui/src/more.ts")).unwrap()),
        ("the pages", &|| fs::remove_file(root.join("services/course-ui/dist/index.html")).unwrap()),
    ];
    for ((what, change), expected) in changes.into_iter().zip(2..) {
        change();
        build();
        assert_eq!(builds(&root), expected, "{what}");
        build();
        assert_eq!(builds(&root), expected, "{what}, twice");
    }
}

#[test]
fn a_script_that_another_one_calls_goes_on_with_its_clock() {
    let root = tree("clock");
    let nested = "bash -c '. bin/steps.sh; step Inner'";
    let said =
        bash(&root, &format!("STEPS_BEGAN=$(($(date +%s) - 90)); . bin/steps.sh; step Outer; {nested}"));
    let times: Vec<_> = said.lines().filter_map(|line| line.strip_prefix("== 1:3")).collect();
    assert_eq!(times.len(), 2, "{said}");
}

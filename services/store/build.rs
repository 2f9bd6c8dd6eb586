//! Makes cargo see a new migration: the macro that embeds them does not.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}

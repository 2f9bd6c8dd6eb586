fn main() { println!("lms"); }

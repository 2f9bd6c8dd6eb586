use super::*;

#[test]
fn the_usual_ways_to_ask_what_a_course_is_about_are_known() {
    for message in [
        "What is this course about?",
        "what's this course about",
        "What is the course about?",
        "So, what is this course all about?",
        "Hi, what is this course about?",
        "What does this course cover?",
        "What does the course teach?",
        "What will I learn in this course?",
        "What can I learn from this course?",
        "What am I going to learn in this course?",
        "What topics does this course cover?",
        "Which topics are covered in this course?",
        "What is taught in this course?",
        "What are the main topics of this course?",
        "What is the goal of this course?",
        "Tell me about this course",
        "Can you tell me about the course?",
        "Describe this course.",
        "Summarise the course",
        "Give me an overview of this course",
        "Explain what this course is about",
        "Who is this course for?",
        "Course overview",
        "Mistä tällä kurssilla on kyse?",
        "Mistä kurssilla on kyse?",
        "Mistä tässä kurssissa on kyse",
        "Mistä kurssi kertoo?",
        "Mistä tämä kurssi kertoo?",
        "Mistä kurssilla puhutaan?",
        "Mitä tällä kurssilla opitaan?",
        "Mitä kurssilla opetetaan?",
        "Mitä opin tällä kurssilla?",
        "Mitä aiheita kurssilla käsitellään?",
        "Mitä kurssi käsittelee?",
        "Mitä tämä kurssi sisältää?",
        "Mikä tämä kurssi on?",
        "Millainen kurssi tämä on?",
        "Mikä on kurssin aihe?",
        "Mitkä ovat kurssin tavoitteet?",
        "Kerro tästä kurssista",
        "Kerro kurssista lyhyesti.",
        "Kerro, mistä kurssilla on kyse",
        "Hei, mistä tällä kurssilla on kyse?",
        "Esittele kurssi",
        "Kenelle kurssi on tarkoitettu?",
        "Kurssin sisältö",
    ] {
        assert!(asks_for_course(message), "{message}");
    }
}

#[test]
fn what_is_about_something_in_a_course_is_not_about_the_course() {
    for message in [
        "",
        "What is this?",
        "What is this page about?",
        "What does the course say about joins?",
        "What is this course about transactions?",
        "How is the course passed?",
        "How do I pass this course?",
        "What is the exam of this course?",
        "What is a course?",
        "Which table has the course in the examples?",
        "When does the course end?",
        "What chapters does this course have?",
        "Mitä kurssilla sanotaan liitoksista?",
        "Miten kurssi suoritetaan?",
        "Mistä löydän kurssin sivut?",
        "Mikä on kurssin arvosana?",
        "Mikä on kurssi-taulun pääavain?",
        "Mitä kurssilla on tehtävä?",
    ] {
        assert!(!asks_for_course(message), "{message}");
    }
}

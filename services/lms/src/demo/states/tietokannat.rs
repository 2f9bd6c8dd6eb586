//! "Tietokantojen perusteet". The page `kurssin-suorittaminen` says the same in words.

use super::Subject::{Certificate, Chapter, Exercises, Module};
use super::{CourseStates, Item};
use crate::demo::TIETOKANNAT;

const PASSING: Option<&str> = Some("mihin-tietokantoja-tarvitaan/kurssin-suorittaminen");
const CERTIFICATE: &str = "kurssitodistus";
const ADDS: &str = "parhaan yrityksen pisteet lasketaan mukaan";

pub(super) const STATES: CourseStates = CourseStates {
    course: TIETOKANNAT,
    modules: &[("Relaatiomallin perusteet", 1..=2), ("SQL ja transaktiot käytännössä", 3..=3)],
    items: &[
        Item {
            name: "kurssipisteet",
            kind: "points",
            page: PASSING,
            description: "Kaikkien tehtävien pisteet.",
            writers: &[(Exercises(1..=5), ADDS)],
            readers: &[(Certificate(CERTIFICATE), "näkyvät siinä")],
        },
        Item {
            name: "luku 3 avattu",
            kind: "unlock",
            page: PASSING,
            description: "Saako luvun 3 tehtävistä pisteitä.",
            writers: &[(Exercises(1..=2), "palautettu; voimassa, kun tehtävät 1 ja 2 on palautettu")],
            readers: &[(Chapter(3), "sen tehtävistä saa pisteitä, kun tämä on voimassa")],
        },
        Item {
            name: "moduulin 1 pisteet",
            kind: "points",
            page: PASSING,
            description: "Moduulin 1 tehtävien pisteet.",
            writers: &[(Exercises(1..=2), ADDS)],
            readers: &[(Module(1), "suorittamiseen vaaditaan vähintään 3 pistettä viidestä")],
        },
        Item {
            name: "moduulin 2 pisteet",
            kind: "points",
            page: PASSING,
            description: "Moduulin 2 tehtävien pisteet.",
            writers: &[(Exercises(3..=5), ADDS)],
            readers: &[(Module(2), "suorittamiseen vaaditaan vähintään 5 pistettä yhdeksästä")],
        },
        Item {
            name: "lainauskysely",
            kind: "status",
            page: PASSING,
            description: "Miten pitkällä opiskelijan oma lainauskysely on.",
            writers: &[
                (Exercises(3..=3), "tila on aloitettu, kun tehtävä on palautettu"),
                (Exercises(4..=4), "tila on valmis, kun tehtävä on palautettu"),
            ],
            readers: &[(Module(2), "suorittamiseen vaaditaan valmis lainauskysely")],
        },
        Item {
            name: "moduuli 1 suoritettu",
            kind: "completion",
            page: PASSING,
            description: "Onko moduuli 1 suoritettu.",
            writers: &[(Module(1), "voimassa, kun moduulin 1 pisteitä on vähintään 3")],
            readers: &[(Certificate(CERTIFICATE), "vaaditaan")],
        },
        Item {
            name: "moduuli 2 suoritettu",
            kind: "completion",
            page: PASSING,
            description: "Onko moduuli 2 suoritettu.",
            writers: &[(
                Module(2),
                "voimassa, kun moduulin 2 pisteitä on vähintään 5 ja lainauskysely on valmis",
            )],
            readers: &[(Certificate(CERTIFICATE), "vaaditaan")],
        },
        Item {
            name: CERTIFICATE,
            kind: "certificate",
            page: PASSING,
            description: "Kurssin todistus.",
            writers: &[
                (Module(1), "on oltava suoritettu"),
                (Module(2), "on oltava suoritettu; annetaan, kun molemmat ovat"),
            ],
            readers: &[],
        },
    ],
};

use super::board::Stone;
use super::points::comma_text;
use super::*;

fn gomocup(size: usize) -> Gomocup {
    Gomocup { size, ..Gomocup::new(Output::new(std::io::sink()).unwrap(), Waker::default()) }
}

#[test]
fn points() {
    let gomocup = gomocup(20);
    assert_eq!(gomocup.point("0,0").ok().as_deref(), Some("a1"));
    assert_eq!(gomocup.point(" 19 , 9").ok().as_deref(), Some("t10"));
    for text in ["20,0", "-1,0", "1", "1,2,3", "x,y", ""] {
        assert!(gomocup.point(text).is_err(), "{text}");
    }
    assert_eq!(comma_text("t10").as_deref(), Some("19,9"));
}

#[test]
fn board_command_is_converted_to_a_fen() {
    let gomocup = gomocup(5);
    assert_eq!(gomocup.fen(&[]), "5/5/5/5/5 b 1");
    assert_eq!(gomocup.fen(&[(1, 0, Stone::Theirs)]), "5/5/5/5/1X3 w 1");
    let stones = [(0, 0, Stone::Ours), (2, 4, Stone::Theirs), (4, 4, Stone::Ours), (3, 1, Stone::Theirs)];
    assert_eq!(gomocup.fen(&stones), "2O1X/5/5/3O1/X4 b 3");
}

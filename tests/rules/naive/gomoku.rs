//! A plain second implementation of gomoku.
//!
//! Stones are placed on a grid and examined directly: a five is found by counting, a four by trying every point of a
//! line, a three by trying every point for a straight four.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::Naive;

/// The rules of one of the games.
pub trait Game {
    /// Whether a row of this length wins for this colour.
    fn wins(colour: char, length: usize) -> bool;
    /// Whether Black has forbidden points.
    const FORBIDS: bool = false;
}

pub struct Freestyle;
pub struct Standard;
pub struct Renju;

impl Game for Freestyle {
    fn wins(_colour: char, length: usize) -> bool {
        length >= 5
    }
}

impl Game for Standard {
    fn wins(_colour: char, length: usize) -> bool {
        length == 5
    }
}

impl Game for Renju {
    const FORBIDS: bool = true;

    fn wins(colour: char, length: usize) -> bool {
        if colour == 'X' { length == 5 } else { length >= 5 }
    }
}

type Place = (i32, i32);

const DIRECTIONS: [Place; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

pub struct Grid<G> {
    size: i32,
    /// The rows from the bottom; `.` is empty.
    rows: Vec<Vec<char>>,
    black_to_move: bool,
    game: PhantomData<G>,
}

impl<G: Game> Grid<G> {
    /// The contents of a place; `#` beyond the edge.
    fn at(&self, (x, y): Place) -> char {
        if (0..self.size).contains(&x) && (0..self.size).contains(&y) {
            self.rows[y as usize][x as usize]
        } else {
            '#'
        }
    }

    fn put(&mut self, (x, y): Place, stone: char) {
        self.rows[y as usize][x as usize] = stone;
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<G> {
        let size = self.size;
        (0..size).flat_map(move |x| (0..size).map(move |y| (x, y)))
    }

    fn empty_places(&self) -> Vec<Place> {
        self.places().filter(|&place| self.at(place) == '.').collect()
    }

    /// The ends of the unbroken row of `colour` through a place with such a stone, as distances from there.
    fn ends(&self, (x, y): Place, (dx, dy): Place, colour: char) -> (i32, i32) {
        let reach = |sign: i32| {
            (1..=self.size).take_while(|k| self.at((x + sign * k * dx, y + sign * k * dy)) == colour).count()
        };
        (reach(-1) as i32, reach(1) as i32)
    }

    /// The number of stones in that row.
    fn length(&self, place: Place, direction: Place, colour: char) -> usize {
        let (back, forth) = self.ends(place, direction, colour);
        (back + 1 + forth) as usize
    }

    /// The places of those stones.
    fn row(&self, (x, y): Place, (dx, dy): Place, colour: char) -> BTreeSet<Place> {
        let (back, forth) = self.ends((x, y), (dx, dy), colour);
        (-back..=forth).map(|k| (x + k * dx, y + k * dy)).collect()
    }

    /// Whether a stone of `colour` on an empty place makes five.
    fn makes_five(&mut self, place: Place, colour: char) -> bool {
        self.put(place, colour);
        let five = DIRECTIONS.iter().any(|&d| G::wins(colour, self.length(place, d, colour)));
        self.put(place, '.');
        five
    }

    fn has_five(&self, colour: char) -> bool {
        self.places()
            .filter(|&place| self.at(place) == colour)
            .any(|place| DIRECTIONS.iter().any(|&d| G::wins(colour, self.length(place, d, colour))))
    }

    /// The empty places of the line through `place` that are near enough to matter.
    fn line(&self, (x, y): Place, (dx, dy): Place) -> Vec<Place> {
        let line = (-6..=6).map(|k| (x + k * dx, y + k * dy));
        line.filter(|&place| self.at(place) == '.').collect()
    }

    /// The fours on a line that include a black stone at `place`: each as its four stones and the places that make it a
    /// five.
    fn fours(&mut self, place: Place, direction: Place) -> Vec<(BTreeSet<Place>, Vec<Place>)> {
        let mut fours: Vec<(BTreeSet<Place>, Vec<Place>)> = Vec::new();
        for five in self.line(place, direction) {
            self.put(five, 'X');
            let exact = self.length(five, direction, 'X') == 5;
            let mut row = if exact { self.row(five, direction, 'X') } else { BTreeSet::new() };
            self.put(five, '.');
            if !row.contains(&place) {
                continue;
            }
            row.remove(&five);
            match fours.iter_mut().find(|(stones, _)| *stones == row) {
                Some((_, fives)) => fives.push(five),
                None => fours.push((row, vec![five])),
            }
        }
        fours
    }

    /// Whether the black stone at `place` belongs to a three on this line that can become a straight four.
    fn has_three(&mut self, place: Place, direction: Place) -> bool {
        self.line(place, direction).into_iter().any(|next| {
            if self.makes_five(next, 'X') {
                return false;
            }
            self.put(next, 'X');
            let straight = self
                .fours(next, direction)
                .iter()
                .any(|(stones, fives)| fives.len() == 2 && stones.contains(&place));
            self.put(next, '.');
            straight && !self.is_forbidden(next)
        })
    }

    /// Whether an empty place is forbidden to Black.
    fn is_forbidden(&mut self, place: Place) -> bool {
        if self.makes_five(place, 'X') {
            return false;
        }
        self.put(place, 'X');
        let overline = DIRECTIONS.iter().any(|&d| self.length(place, d, 'X') > 5);
        let fours: usize = DIRECTIONS.iter().map(|&d| self.fours(place, d).len()).sum();
        let forbidden = overline
            || fours >= 2
            || DIRECTIONS
                .iter()
                .filter(|&&d| self.fours(place, d).is_empty() && self.has_three(place, d))
                .count()
                >= 2;
        self.put(place, '.');
        forbidden
    }

    fn forbidden(&self) -> Vec<Place> {
        if !G::FORBIDS {
            return Vec::new();
        }
        let mut scratch = Self { rows: self.rows.clone(), ..*self };
        self.empty_places().into_iter().filter(|&place| scratch.is_forbidden(place)).collect()
    }

    fn fives(&self, colour: char) -> Vec<Place> {
        let mut scratch = Self { rows: self.rows.clone(), ..*self };
        self.empty_places().into_iter().filter(|&place| scratch.makes_five(place, colour)).collect()
    }
}

fn text((x, y): Place) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn words(places: &[Place]) -> String {
    if places.is_empty() {
        return "none".to_owned();
    }
    places.iter().map(|&place| text(place)).collect::<Vec<_>>().join(" ")
}

impl<G: Game> Naive for Grid<G> {
    fn from_fen(fen: &str) -> Self {
        let mut fields = fen.split(' ');
        let mut rows: Vec<Vec<char>> = fields
            .next()
            .unwrap()
            .split('/')
            .map(|rank| {
                let mut row = Vec::new();
                let mut digits = String::new();
                for c in rank.chars().chain(['/']) {
                    if c.is_ascii_digit() {
                        digits.push(c);
                        continue;
                    }
                    row.extend(std::iter::repeat_n('.', digits.parse().unwrap_or(0)));
                    digits.clear();
                    if c != '/' {
                        row.push(c);
                    }
                }
                row
            })
            .collect();
        rows.reverse();
        Self { size: rows.len() as i32, rows, black_to_move: fields.next() == Some("b"), game: PhantomData }
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.has_five('X') || self.has_five('O') {
            return Vec::new();
        }
        let forbidden = if self.black_to_move { self.forbidden() } else { Vec::new() };
        self.empty_places().into_iter().filter(|place| !forbidden.contains(place)).map(text).collect()
    }

    fn play(&mut self, text: &str) {
        let x = i32::from(text.as_bytes()[0] - b'a');
        let y = text[1..].parse::<i32>().unwrap() - 1;
        self.put((x, y), if self.black_to_move { 'X' } else { 'O' });
        self.black_to_move = !self.black_to_move;
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts =
            vec![("black fives", words(&self.fives('X'))), ("white fives", words(&self.fives('O')))];
        if G::FORBIDS {
            facts.push(("forbidden", words(&self.forbidden())));
        }
        facts
    }
}

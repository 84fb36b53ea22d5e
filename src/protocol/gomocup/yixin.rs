//! Commands of Yixin-Board, whose names begin with YX.
//!
//! Source: the commands that Yixin-Board sends, and the lines that it reads (accreator/Yixin-Board, `main.c`).

use crate::base::{MarkKind, shorten};
use crate::protocol::errors::GomocupError;
use crate::protocol::session::Session;

use super::points::comma_text;
use super::swap2::{Swap2Client, first_stones};
use super::{Gomocup, Lines, Purpose};

impl Gomocup {
    /// Executes a command whose name begins with YX.
    pub(super) fn yixin_command(
        &mut self,
        name: &str,
        rest: &str,
        session: &mut Session,
    ) -> Result<(), GomocupError> {
        self.is_yixin = true;
        match name {
            "YXBOARD" => self.begin_description(Purpose::SetUp, session)?,
            "YXSTOP" => session.stop(),
            "YXSHOWINFO" => {
                let hash = session.largest_hash_mib().saturating_mul(1024).max(1).ilog2();
                let threads = session.largest_thread_count();
                self.output.lines([
                    format!("MESSAGE INFO MAX_THREAD_NUM {threads}"),
                    format!("MESSAGE INFO MAX_HASH_SIZE {hash}"),
                ]);
            }
            "YXSHOWFORBID" => self.show_forbidden_points(session)?,
            "YXHASHCLEAR" => {
                self.finish_search(session)?;
                session.forget();
            }
            "YXNBEST" => {
                let lines = rest.parse().map_err(|_| GomocupError::Count(shorten(rest)))?;
                self.finish_search(session)?;
                self.search_for_move(lines, None, session)?;
            }
            "YXBALANCEONE" => self.balance(1, rest, session)?,
            "YXBALANCETWO" => self.balance(2, rest, session)?,
            "YXSWAP2STEP1" if self.size == 0 => return Err(GomocupError::NotStarted),
            "YXSWAP2STEP1" => {
                let stones = (1..).zip(first_stones(self.size));
                self.output
                    .lines(stones.map(|(number, (x, y))| format!("MESSAGE SWAP2 MOVE{number} {x} {y}")));
            }
            "YXSWAP2STEP2" => self.choose_colour_for_yixin(1, session)?,
            "YXSWAP2STEP3" => self.choose_colour_for_yixin(2, session)?,
            "YXBLOCK" => self.lines = Some(Lines::Blocked),
            "YXBLOCKUNDO" => self.lines = Some(Lines::Unblocked),
            "YXBLOCKRESET" => self.blocked.clear(),
            // A file's name follows.
            "YXHASHDUMP" | "YXHASHLOAD" | "YXSETDATABASE" | "YXSAVEDATABASE" | "YXDBTOPOS" | "YXDBTOTXT"
            | "YXDBTOTXTALL" | "YXTXTTODB" | "YXLIBTODB" | "YXDBTOLIB" => {
                self.lines = Some(Lines::FileName);
                self.output.line(format_args!("MESSAGE {name} is not available"));
            }
            // Points follow, up to DONE. There is no database, and no variation can be excluded.
            "YXBLOCKPATH" | "YXBLOCKPATHUNDO" => self.lines = Some(Lines::Ignored),
            _ if name.contains("DATABASE") => self.lines = Some(Lines::Ignored),
            "YXBLOCKPATHRESET" | "YXSHOWHASHUSAGE" | "YXPRINTFEATURE" | "YXDBCHECK" | "YXDBFIX" => {}
            _ => self.output.line(format_args!("UNKNOWN {}", shorten(name))),
        }
        Ok(())
    }

    fn choose_colour_for_yixin(&mut self, choice: u8, session: &mut Session) -> Result<(), GomocupError> {
        self.finish_search(session)?;
        self.choose_colour(Swap2Client::Yixin { choice }, session)
    }

    /// Writes the points at which Black would lose at once: two digits for each number, all in one word.
    fn show_forbidden_points(&mut self, session: &mut Session) -> Result<(), GomocupError> {
        let ponders = self.search.as_ref().is_some_and(|search| search.expected.is_some());
        if ponders || !session.is_searching() {
            self.finish_search(session)?;
        }
        let state = session.game()?.state();
        let numbers = state.marked(MarkKind::FORBIDDEN).filter_map(comma_text).map(|point| {
            let (x, y) = point.split_once(',').unwrap_or_default();
            format!("{x:0>2}{y:0>2}")
        });
        self.output.line(format_args!("FORBID {}.", numbers.collect::<String>()));
        Ok(())
    }

    /// Processes a line after one of these commands.
    pub(super) fn yixin_line(&mut self, lines: Lines, line: &str) -> Result<(), GomocupError> {
        let is_end = lines == Lines::FileName || line.eq_ignore_ascii_case("DONE");
        self.lines = (!is_end).then_some(lines);
        match lines {
            Lines::Blocked | Lines::Unblocked if !is_end => {
                let point = self.point(line)?;
                self.blocked.retain(|blocked| *blocked != point);
                if lines == Lines::Blocked {
                    self.blocked.push(point);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

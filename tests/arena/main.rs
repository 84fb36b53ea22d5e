//! Single games, against programs that misbehave in all known ways.
//!
//! This test program can also act as such a program: with `mock-engine` as its first argument it speaks a protocol
//! instead of running tests. That keeps the mock out of releases, and needs nothing but cargo to build.
#![cfg_attr(not(unix), allow(dead_code))]

mod behaviour;
mod dialects;
#[cfg(feature = "syzygy")]
#[path = "../common/endings/mod.rs"]
mod endings;
mod faults;
mod game_runner;
mod games;
mod internal;
mod notation;
mod peers;
mod protocols;
mod reference;
#[path = "../common/skip.rs"]
mod skip;
mod starting;
#[cfg(feature = "syzygy")]
mod tablebases;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// The first argument that makes this program act as an engine.
const MOCK: &str = "mock-engine";

/// Lists functions as tests under the name of their module.
macro_rules! trials {
    ($($module:ident: $($test:ident),+ $(,)?;)+) => {
        vec![$($(Trial::test(concat!(stringify!($module), "::", stringify!($test)), || {
            $module::$test();
            Ok(())
        }),)+)+]
    };
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some(MOCK) {
        return dialects::serve(&arguments.collect::<Vec<_>>());
    }
    libtest_mimic::run(&Arguments::from_args(), trials()).exit_code()
}

/// All tests.
#[cfg(unix)]
fn trials() -> Vec<Trial> {
    let mut trials = trials! {
        faults:
            crashes_lose,
            signals_are_crashes,
            leaving_is_no_crash,
            closed_output_is_noticed,
            silence_is_a_stall,
            endless_output_is_a_stall,
            endless_lines_are_a_stall,
            illegal_moves_lose,
            late_answers_lose_on_time,
            small_delays_are_forgiven,
            garbage_is_passed_over,
            halves_of_lines_are_put_together,
            second_answers_are_ignored,
            children_go_with_their_parents,
            those_who_ignore_quit_are_killed,
            those_who_read_nothing_are_stalled;
        protocols:
            mate_ends_a_game,
            openings_and_colours_are_kept,
            clocks_are_told_and_kept,
            white_has_its_own_clock_where_black_begins,
            xboard_programs_play,
            old_xboard_programs_play,
            false_wins_are_not_believed,
            own_losses_are_believed,
            refused_legal_moves_blame_the_refuser,
            xiangqi_is_played_in_ucci,
            the_rulebook_judges_claims_of_a_draw,
            complaints_are_no_moves,
            brittle_programs_are_left_alone_after_a_move,
            records_keep_the_words_that_verdicts_rest_on,
            programs_name_themselves,
            draws_need_two,
            offers_of_a_draw_are_passed_on,
            ranks_are_counted_in_both_ways,
            a_named_protocol_vouches_for_the_game,
            this_program_plays_one_game_only,
            gomoku_is_played,
            forbidden_points_lose;
        starting:
            dialects_are_found_out,
            missing_programs_are_errors,
            mute_programs_are_errors,
            wrong_options_are_errors,
            other_games_are_errors,
            impossible_setups_are_errors,
            programs_for_one_game_are_started_again;
        internal:
            every_variant_is_played,
            an_internal_player_meets_a_program,
            adjudication_ends_games;
        reference:
            games_end_by_the_rules,
            wrong_settings_are_errors;
        notation:
            pgn_gives_the_same_games,
            pgn_names_moves_as_players_do,
            gomoku_formats_give_the_same_games,
            stones_at_the_start_survive,
            endings_are_told;
        game_runner:
            a_game_can_be_aborted,
            players_stay_for_the_next_game,
            nobody_is_left_behind;
    };
    #[cfg(feature = "syzygy")]
    trials.extend(trials! {
        tablebases: tables_end_games;
    });
    trials.extend(peers::trials());
    trials
}

/// The tests without programs, which can be players on Unix only.
#[cfg(not(unix))]
fn trials() -> Vec<Trial> {
    trials! {
        internal: every_variant_is_played, adjudication_ends_games;
        reference: games_end_by_the_rules, wrong_settings_are_errors;
        notation:
            pgn_gives_the_same_games,
            pgn_names_moves_as_players_do,
            gomoku_formats_give_the_same_games,
            stones_at_the_start_survive,
            endings_are_told;
    }
}

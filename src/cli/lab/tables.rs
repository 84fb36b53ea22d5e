use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};

use quadriga::arena::Shard;
use quadriga::base::Side;
use quadriga::games::cchess::tables::{Header, Material, MostPieces, Table, TableMove, TabledGame, Totals};
use quadriga::games::{Variant, with_tabled_game};
use quadriga::lab::tables::{Progress, TableFolder, memory_needed, open_table};

use crate::cli::parse_variant;

const EXAMPLES: &str = "\
Examples:
  All tables of zhonggong with up to two pieces beside the generals, on two cores:
    quadriga tables build --pieces 2 --folder tables --threads 2

  A chariot and a pawn against a horse, and all tables that it needs:
    quadriga tables build KRPvKN --folder tables

  All tables of xiangqi with up to two attackers against any advisors and elephants:
    quadriga tables build --variant xiangqi --attackers 2 --folder tables --threads 2

  All of xiangqi in which a single attacker and its own advisors and elephants play against any others:
    quadriga tables build --variant xiangqi --attackers 1 --defenders 4v4 --folder tables --threads 2

  The second of four shards of a larger build, in a folder that all machines share:
    quadriga tables build --pieces 3 --folder tables --shard 2/4

  Every value of all tables of a folder, compared with those after its moves:
    quadriga tables check --folder tables

  The value of a position, and of all moves:
    quadriga tables probe '9/9/9/4k4/9/3K5/9/9/4R4 b' --folder tables";

/// Build, check and read tables of endings, which contain the value of every position with few pieces.
///
/// A table is named for its pieces: `KRvKN` is a chariot against a horse, K being the generals. docs/tables.md
/// describes the tables, docs/zhonggong-endings.md what those of zhonggong contain, and docs/xiangqi-endings.md what
/// those of xiangqi do.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct TablesArguments {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Debug, Subcommand)]
enum TablesCommand {
    Build(BuildArguments),
    Check(CheckArguments),
    Probe(ProbeArguments),
    List(ListArguments),
}

/// The game and the folder.
#[derive(Debug, Args)]
struct FolderArguments {
    /// The game: zhonggong or xiangqi.
    #[arg(long, value_name = "NAME", value_parser = parse_variant, default_value = "zhonggong")]
    variant: Variant,

    /// The folder with the tables.
    #[arg(long, short, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
}

/// Build tables, and all tables that captures and trades lead to from them, unless the folder has them.
///
/// Each table is written once it is complete, so an interrupted build is continued by the same command.
#[derive(Debug, Args)]
struct BuildArguments {
    /// The tables, for example `KRPvKN`.
    #[arg(value_name = "MATERIAL", required_unless_present_any = ["pieces", "attackers"])]
    materials: Vec<String>,

    /// All tables with up to this many pieces beside the generals.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(0..=4))]
    pieces: Option<u8>,

    /// Xiangqi: all tables with up to this many attackers (chariots, cannons, horses and pawns) on one side and, after
    /// a `v`, on the other: `2` or `2v0`, `1v1`.
    ///
    /// Two slow cores compute `1` in seconds, and `2` or `1v1` in about an hour; `--plan` lists what it would be.
    #[arg(long, value_name = "NUMBER[vNUMBER]", value_parser = parse_attackers)]
    attackers: Option<PerSide>,

    /// With `--attackers`: up to this many defenders (advisors and elephants) on the one side and on the other.
    #[arg(long, value_name = "NUMBERvNUMBER", default_value = "0v4", requires = "attackers")]
    defenders: PerSide,

    /// Only list the tables, with their numbers of positions and the memory that it takes to build them.
    #[arg(long)]
    plan: bool,

    #[command(flatten)]
    folder: FolderArguments,

    /// The number of threads.
    #[arg(long, short, value_name = "NUMBER", default_value = "1")]
    threads: NonZeroUsize,

    /// Build only a part of the tables, for example the second of four: 2/4.
    #[arg(long, value_name = "INDEX/COUNT")]
    shard: Option<Shard>,
}

/// A number for the one side and one for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PerSide([u8; 2]);

impl PerSide {
    /// The greatest number; tables of more pieces are far too large.
    const MOST: u8 = 4;
}

impl FromStr for PerSide {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|number| *number <= Self::MOST);
        let both = text.split_once(['v', 'V']);
        both.and_then(|(first, second)| Some(Self([number(first)?, number(second)?]))).ok_or_else(|| {
            format!("write the numbers of both sides, each up to {}, for example 0v4 or 1v1", Self::MOST)
        })
    }
}

/// The numbers of attackers; one number means that the other side has none.
fn parse_attackers(text: &str) -> Result<PerSide, String> {
    if text.contains(['v', 'V']) { text.parse() } else { format!("{text}v0").parse() }
}

/// Check tables: their checksums and totals, and every value against those after its moves.
#[derive(Debug, Args)]
struct CheckArguments {
    /// The tables, for example `KRPvKN` [default: all of the folder].
    #[arg(value_name = "MATERIAL")]
    materials: Vec<String>,

    #[command(flatten)]
    folder: FolderArguments,

    /// The number of threads.
    #[arg(long, short, value_name = "NUMBER", default_value = "1")]
    threads: NonZeroUsize,
}

/// Print the value of a position, and the values after its moves.
#[derive(Debug, Args)]
struct ProbeArguments {
    /// The position's FEN.
    #[arg(value_name = "FEN")]
    fen: String,

    /// The game: zhonggong or xiangqi.
    #[arg(long, value_name = "NAME", value_parser = parse_variant, default_value = "zhonggong")]
    variant: Variant,

    /// Folders with tables beside those of the program, separated as in the option `TablePath`.
    #[arg(long, short, value_name = "FOLDERS", default_value = "")]
    folder: String,
}

/// List the tables of a folder, with their results as Markdown.
#[derive(Debug, Args)]
struct ListArguments {
    #[command(flatten)]
    folder: FolderArguments,

    /// List instead a position with the longest win on the board for each side to move, as FEN.
    #[arg(long)]
    longest: bool,
}

/// Runs the command.
pub fn run(arguments: &TablesArguments) -> anyhow::Result<()> {
    let variant = match &arguments.command {
        TablesCommand::Build(command) => command.folder.variant,
        TablesCommand::Check(command) => command.folder.variant,
        TablesCommand::Probe(command) => command.variant,
        TablesCommand::List(command) => command.folder.variant,
    };
    let done = with_tabled_game!(variant, P => match &arguments.command {
        TablesCommand::Build(command) => build::<P>(command),
        TablesCommand::Check(command) => check::<P>(command),
        TablesCommand::Probe(command) => probe::<P>(command),
        TablesCommand::List(command) => list::<P>(command),
    });
    match done {
        Some(done) => done,
        None => bail!(
            "there are no tables of {variant}; for chess there are Syzygy tablebases, which others generate"
        ),
    }
}

fn materials(names: &[String]) -> anyhow::Result<Vec<Material>> {
    let material = |name: &String| {
        Material::from_any_name(name).with_context(|| {
            format!(
                "{name:?} is not a table: write for example KRPvKN, with the letters K, R, C, N, P, A and B"
            )
        })
    };
    names.iter().map(material).collect()
}

fn build<P: TabledGame>(arguments: &BuildArguments) -> anyhow::Result<()> {
    let mut wanted = materials(&arguments.materials)?;
    wanted.extend((0..=arguments.pieces.unwrap_or(0)).flat_map(|pieces| Material::all(pieces.into())));
    if let Some(PerSide(attackers)) = arguments.attackers {
        if !P::HAS_DEFENDERS {
            bail!("in {} every piece can attack: use --pieces instead of --attackers", P::NAME);
        }
        let PerSide(defenders) = arguments.defenders;
        let side = |index: usize| MostPieces { attackers: attackers[index], defenders: defenders[index] };
        wanted.extend(Material::within([side(0), side(1)]));
    }
    let plan = TableFolder::plan::<P>(&wanted);
    if arguments.plan {
        return print_plan::<P>(&plan);
    }
    let stop = crate::cli::stop_on_interrupt()?;
    let path = &arguments.folder.folder;
    std::fs::create_dir_all(path).with_context(|| format!("cannot create {}", path.display()))?;
    let folder = TableFolder::new(path.clone());
    let mut existing = 0;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let built = folder.build::<P>(&plan, shard, arguments.threads.get(), &stop, |progress| match progress {
        Progress::Exists(_) => existing += 1,
        Progress::Unusable(material, error) => errln!("{material} exists, but is built again: {error}"),
        Progress::Begins(material, number, all) => log::info!("{material}, {} of {all}", number + 1),
        Progress::Written(header, bytes, took) => {
            let totals: Vec<_> = header.totals.iter().map(summary).collect();
            let totals = totals.join("; ");
            outln!(
                "{}: {} KiB in {:.1} s: {totals}",
                header.material,
                bytes.div_ceil(1 << 10),
                took.as_secs_f64()
            );
        }
    });
    if existing > 0 {
        outln!("{existing} of {} tables existed", plan.len());
    }
    Ok(built?)
}

fn print_plan<P: TabledGame>(plan: &[Material]) -> anyhow::Result<()> {
    let size = |&material: &Material| {
        let layout = P::layout(material).with_context(|| format!("{material} has too many pieces"))?;
        Ok((material, 2 * u128::from(layout.size()), memory_needed(&layout).div_ceil(1 << 20)))
    };
    // The largest first, which are those that may be too large.
    let sizes = plan.iter().rev().map(size).collect::<anyhow::Result<Vec<_>>>()?;
    for (material, positions, memory) in sizes.iter().rev() {
        outln!("{material}: {positions} positions, {memory} MiB");
    }
    let positions: u128 = sizes.iter().map(|(_, positions, _)| positions).sum();
    let memory = sizes.iter().map(|(_, _, memory)| *memory).max().unwrap_or(0);
    outln!("{} tables: {positions} positions, at most {memory} MiB of memory", plan.len());
    Ok(())
}

fn summary(totals: &Totals) -> String {
    let Totals { wins, draws, losses, longest_win, .. } = totals;
    format!("{wins} won, {draws} drawn, {losses} lost, longest win {longest_win} plies")
}

fn check<P: TabledGame>(arguments: &CheckArguments) -> anyhow::Result<()> {
    let folder = TableFolder::new(arguments.folder.folder.clone());
    let wanted = materials(&arguments.materials)?;
    let mut files: Vec<_> = wanted.iter().map(|material| folder.file::<P>(material.canonical())).collect();
    if files.is_empty() {
        let path = arguments.folder.folder.display();
        files = folder.files::<P>().with_context(|| path.to_string())?;
        if files.is_empty() {
            bail!("no tables of {} in {path}", P::NAME);
        }
    }
    let stop = crate::cli::stop_on_interrupt()?;
    let mut wrong = 0;
    for file in &files {
        match folder.check::<P>(file, arguments.threads.get(), &stop) {
            Ok(header) => {
                let positions: u64 = header.totals.iter().map(Totals::positions).sum();
                outln!("{}: {positions} positions are right", header.material);
            }
            Err(error) => {
                wrong += 1;
                errln!("{error}");
            }
        }
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            bail!("interrupted");
        }
    }
    if wrong > 0 {
        bail!("{wrong} of {} tables are wrong", files.len());
    }
    Ok(())
}

fn probe<P: TabledGame>(arguments: &ProbeArguments) -> anyhow::Result<()> {
    let options = P::Options::default();
    let (position, _) = P::read_fen(&arguments.fen, &options).context("the FEN")?;
    let loaded = P::tables().load::<P>(&arguments.folder)?;
    for refused in &loaded.refused {
        errln!("not used: {refused}");
    }
    let material = position.material();
    let Some(known) = P::tables().position(&position) else {
        bail!("there is no table of {}, or of what the moves lead to", material.canonical());
    };
    let names = arguments.variant.info().side_names;
    let side = position.side_to_move();
    for line in position.diagram(&options).lines() {
        outln!("{line}");
    }
    outln!("{material}, {} to move: {}", names[side.index()], known.found.words());
    let best = known.best(|_| true);
    let mut moves: Vec<&TableMove> = known.moves.iter().collect();
    moves.sort_by_key(|candidate| (!best.contains(&candidate.m), candidate.after.order()));
    for candidate in moves {
        let mark = if best.contains(&candidate.m) { "*" } else { " " };
        let text = position.move_text(candidate.m, &options);
        outln!("{mark} {text:<10} {}", candidate.after.words_after());
    }
    Ok(())
}

fn list<P: TabledGame>(arguments: &ListArguments) -> anyhow::Result<()> {
    let folder = TableFolder::new(arguments.folder.folder.clone());
    let path = arguments.folder.folder.display();
    let mut refused = 0;
    let mut tables = Vec::new();
    for file in folder.files::<P>().with_context(|| path.to_string())? {
        match open_table::<P>(&file) {
            Ok(table) => tables.push(table),
            Err(error) => {
                refused += 1;
                errln!("{}: {error}", file.display());
            }
        }
    }
    tables.sort_by_key(|table| {
        let material = table.header().material;
        (material.pieces(), std::cmp::Reverse(material))
    });
    if arguments.longest {
        outln!("| table | plies | position |");
        outln!("| --- | ---: | --- |");
        for table in &tables {
            list_longest::<P>(table)?;
        }
    } else {
        outln!(
            "| table | to move | positions | won | drawn | lost | by rule | longest win | longest loss | KiB |"
        );
        outln!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        let names = arguments.folder.variant.info().side_names;
        for table in &tables {
            list_table(table.header(), table.length(), names);
        }
    }
    if refused > 0 {
        bail!("{refused} files cannot be used");
    }
    Ok(())
}

fn list_longest<P: TabledGame>(table: &Table) -> anyhow::Result<()> {
    for (side, totals) in Side::BOTH.into_iter().zip(&table.header().totals) {
        if totals.longest_win == 0 {
            continue;
        }
        let values = table.values(side)?;
        let layout = table.layout();
        let mut longest =
            values.iter().enumerate().filter(|(_, value)| value.plies() == Some(totals.longest_win));
        let position = longest.find_map(|(index, _)| {
            P::arranged(layout.pieces(), layout.placement(index as u64).points(), side)
        });
        if let Some(position) = position {
            let fen = position.fen(&P::Options::default());
            outln!("| {} | {} | `{fen}` |", table.header().material, totals.longest_win);
        }
    }
    Ok(())
}

fn list_table(header: &Header, length: u64, names: [&str; 2]) {
    for (number, totals) in header.totals.iter().enumerate() {
        let Totals { wins, draws, losses, rule_wins, rule_losses, longest_win, longest_loss } = totals;
        let (positions, by_rule) = (totals.positions(), rule_wins + rule_losses);
        let side = if header.totals.len() == 1 { "either" } else { names[number] };
        let size = if number == 0 { length.div_ceil(1 << 10).to_string() } else { String::new() };
        let material = header.material;
        outln!(
            "| {material} | {side} | {positions} | {wins} | {draws} | {losses} | {by_rule} | {longest_win} \
             | {longest_loss} | {size} |"
        );
    }
}

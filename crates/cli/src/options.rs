//! The command line: what can be asked, and how it is spelled.

use assemble::Strategy;
use base::Check;
use base::SortedSet;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Proves C programs safe, or shows the inputs on which they fail.
///
/// The last line of standard output is the verdict: safe, unsafe(CHECK) or unknown. Exit status: 0 safe, 1 unsafe, 2 bad usage
/// or input that is not a program, 3 unknown, 4 an internal error.
#[derive(Parser, Debug)]
#[command(name = "bevel", version)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide whether the checks of a program can fail
    Verify(Verify),
    /// Execute a program concretely
    Run(Run),
    /// Print what the verifier sees
    Dump(Dump),
    /// Check a witness (format 2.0 or 2.1) that someone else has found
    Check(Recheck),
}

#[derive(Args, Debug)]
pub struct Verify {
    /// The source files of one program (.c, or .i if they are preprocessed), a task (.yml), or a net (.spec)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub strategy: Strategy,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub written: Written,
}

/// What is written beside the report.
#[derive(Args, Clone, Debug, Default)]
pub struct Written {
    /// Write the evidence as a witness in format 2.0, or 2.1 if it has contracts of functions
    #[arg(long, value_name = "FILE.yml")]
    pub witness: Option<PathBuf>,
    /// Write a C file that makes the program fail in the same way when both are compiled together
    #[arg(long, value_name = "FILE.c")]
    pub harness: Option<PathBuf>,
    /// Draw the heap on which a function fails
    #[arg(long, value_name = "FILE.svg")]
    pub picture: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Run {
    /// The source files of one program (.c, or .i if they are preprocessed), a task (.yml), or a net (.spec)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Integers, separated by white space: what the calls that read input return, in order
    #[arg(long, value_name = "FILE")]
    pub inputs: Option<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub limits: Limits,
}

#[derive(Args, Debug)]
pub struct Dump {
    /// The source files of one program (.c, or .i if they are preprocessed), a task (.yml), or a net (.spec)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The control-flow automaton as text, as a graph for Graphviz, or as Horn clauses in SMT-LIB
    #[arg(long = "as", value_enum, default_value = "cfa")]
    pub form: Form,
    #[command(flatten)]
    pub reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    Cfa,
    Dot,
    Smt2,
}

#[derive(Args, Debug)]
pub struct Recheck {
    /// The source files of one program (.c, or .i if they are preprocessed), a task (.yml), or a net (.spec)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,
    /// Check a witness of another program, function, data model or format version, too
    #[arg(long)]
    pub any_program: bool,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub strategy: Strategy,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

/// How the source is to be read, and what is to be checked in it.
#[derive(Args, Debug)]
pub struct Reading {
    /// What to check, separated by commas: reach, bounds, deref, overflow, divzero, shift, free, leak, init, undefined, or all (the
    /// default). What is not listed is assumed to hold, except `init` and `undefined`: a run that violates them goes on as compiled programs do
    #[arg(long = "check", value_name = "LIST", value_delimiter = ',', value_parser = checks, conflicts_with = "property")]
    pub checks: Vec<Checks>,
    /// Check what this property file of a verification task says
    #[arg(long, value_name = "FILE.prp")]
    pub property: Option<PathBuf>,
    /// Signed arithmetic: overflow is undefined behaviour, or it wraps, or integers are unbounded
    #[arg(long, value_enum, default_value = "ub")]
    pub int: IntMode,
    /// Each call of malloc, calloc or realloc may also return a null pointer [default: allocation never fails]
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// The sizes of the types; a task (.yml) brings its own [default: lp64]
    #[arg(long, value_enum)]
    pub data_model: Option<DataModel>,
    /// The function where the program starts
    #[arg(long, default_value = "main", value_name = "FUNCTION")]
    pub entry: String,
    /// What globals hold when a function other than main is called: anything that earlier calls may have left there, or their initial values
    #[arg(long, value_enum, default_value = "any")]
    pub globals: Globals,
    /// Look for included files here
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Limits {
    /// Stop after this many seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Stop when more memory is in use [default: three quarters of what the system has, where it says so]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: Option<u64>,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct Output {
    /// One JSON object on standard output and nothing else
    #[arg(long)]
    pub json: bool,
    /// Tell what was lost and what was learnt on the way
    #[arg(long)]
    pub story: bool,
    /// Only the verdict and its conditions
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IntMode {
    Ub,
    Wrap,
    Math,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Globals {
    Any,
    Initial,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

/// One item of a `--check` list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    All,
    One(Check),
}

fn checks(text: &str) -> Result<Checks, String> {
    if text == "all" {
        return Ok(Checks::All);
    }
    Check::ALL.into_iter().find(|c| c.name() == text).map(Checks::One).ok_or_else(|| {
        let names: Vec<_> = Check::ALL.iter().map(|c| c.name()).collect();
        format!("there are {}, and all", names.join(", "))
    })
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // Beyond a century the deadline would leave the clock's range.
        Ok(s) if s > 0.0 && s < 3e9 => Ok(s),
        _ => Err("a positive number of seconds is needed".into()),
    }
}

impl Reading {
    /// The checks that `--check` asks for; none if it was not given.
    pub fn listed(&self) -> Option<SortedSet<Check>> {
        let each = |c: &Checks| match c {
            Checks::All => Check::ALL.to_vec(),
            Checks::One(c) => vec![*c],
        };
        (!self.checks.is_empty()).then(|| self.checks.iter().flat_map(each).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declaration_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn check_lists_are_sets() {
        let listed = |args: &[&str]| {
            let line = CommandLine::try_parse_from([&["bevel", "verify", "a.c"], args].concat()).ok()?;
            let Command::Verify(verify) = line.command else { return None };
            verify.reading.listed()
        };
        assert_eq!(listed(&[]), None);
        assert_eq!(listed(&["--check", "bounds,reach"]), Some(SortedSet::from([Check::Reach, Check::Bounds])));
        assert_eq!(listed(&["--check", "all"]), Some(Check::ALL.into()));
        assert!(CommandLine::try_parse_from(["bevel", "verify", "a.c", "--check", "unsupported"]).is_err());
        assert!(CommandLine::try_parse_from(["bevel", "verify", "a.c", "--timeout", "-1"]).is_err());
    }
}

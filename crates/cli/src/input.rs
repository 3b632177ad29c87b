//! From the command line to a program: kinds of files, tasks, properties.

use crate::clauses::Clauses;
use crate::options::{DataModel, Globals, IntMode, Reading};
use crate::property::{self, Property};
use base::{Budget, Cfa, Check, ErrorInfo, LocInfo, SortedSet, Stmt};
use nets::{Automaton, Net};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bad usage or input that is not a program: a message for the user.
#[derive(Debug)]
pub struct Bad(pub String);

impl Bad {
    pub fn about(path: &Path, what: impl Display) -> Self {
        Bad(format!("{}: {what}", path.display()))
    }
}

/// The language of a program.
#[derive(Clone, Debug)]
pub enum Language {
    C,
    /// Constrained Horn clauses: the question is whether they have a model.
    Horn,
    /// A transition system in VMT-LIB.
    Vmt,
    /// A net or counter system in the `.spec` format.
    Net(Arc<Net>),
}

/// A program and how to read it.
#[derive(Clone, Debug)]
pub struct Program {
    pub language: Language,
    /// Its source files.
    pub paths: Vec<PathBuf>,
    pub options: cfront::Options,
    /// What is checked, in the words of verification tasks.
    pub specification: String,
    /// What the task asks for and we leave unanswered.
    pub left_out: Vec<String>,
    /// Which question of the file is meant; only Horn clauses may have several.
    pub question: usize,
}

#[derive(Deserialize)]
struct Task {
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<TaskProperty>,
    #[serde(default)]
    options: TaskOptions,
}

#[derive(Deserialize)]
struct TaskProperty {
    property_file: String,
}

#[derive(Deserialize, Default)]
struct TaskOptions {
    language: Option<String>,
    data_model: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    fn names(&self) -> &[String] {
        match self {
            OneOrMany::One(name) => std::slice::from_ref(name),
            OneOrMany::Many(names) => names,
        }
    }
}

/// What the files are, by their extensions, and how `reading` wants them read: the sources of one program, or one task.
pub fn find(paths: &[PathBuf], reading: &Reading) -> Result<Program, Bad> {
    let property = reading.property.as_deref().map(property::read).transpose()?;
    let listed = reading.listed();
    let kind = |path: &Path| path.extension().and_then(|e| e.to_str()).unwrap_or("").to_owned();
    let is_source = |path: &&PathBuf| matches!(kind(path).as_str(), "c" | "i");
    let Some(path) = paths.iter().find(|p| !is_source(p)) else {
        let property = property.unwrap_or_else(|| Property::of(listed.unwrap_or_else(|| Check::ALL.into())));
        return program(paths, reading, property, None, Vec::new());
    };
    let extension = kind(path);
    match extension.as_str() {
        "yml" | "yaml" if paths.len() > 1 => Err(Bad::about(path, "a task stands alone: its file names the source files")),
        "yml" | "yaml" => {
            let task = text(path)?;
            let task: Task = yaml(&task).map_err(|e| Bad::about(path, format!("not a verification task: {e}")))?;
            let wanted = property.or(listed.map(Property::of));
            of_task(path, reading, &task, wanted)
        }
        "smt2" | "vmt" if paths.len() > 1 => Err(Bad::about(path, "a system of clauses stands alone")),
        "smt2" | "vmt" => {
            let language = if extension == "smt2" { Language::Horn } else { Language::Vmt };
            let property = Property::of(SortedSet::from([Check::Reach]));
            Ok(Program { language, ..program(paths, reading, property, None, Vec::new())? })
        }
        "spec" if paths.len() > 1 => Err(Bad::about(path, "a net stands alone")),
        "spec" => {
            let property = Property::of(SortedSet::from([Check::Reach]));
            let program = program(paths, reading, property, None, Vec::new())?;
            let net = nets::spec::parse(&program.names(), &text(path)?).map_err(|diagnostic| Bad(diagnostic.to_string()))?;
            Ok(Program { language: Language::Net(Arc::new(net)), ..program })
        }
        _ => {
            exists(path)?;
            Err(Bad::about(
                path,
                "unknown input kind: the name of a C program ends in .c or .i, that of a task in .yml, that of a net in .spec",
            ))
        }
    }
}

/// Reads YAML by way of JSON's values: the reader of YAML is compiled for one type only, which halves the time to build this
/// crate.
pub fn yaml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value: serde_json::Value = serde_saphyr::from_str(text).map_err(|e| e.to_string())?;
    serde_json::from_value(value).map_err(|e| e.to_string())
}

fn of_task(path: &Path, reading: &Reading, task: &Task, wanted: Option<Property>) -> Result<Program, Bad> {
    let beside = path.parent().unwrap_or(Path::new(""));
    if let Some(language) = task.options.language.as_deref().filter(|l| *l != "C") {
        return Err(Bad::about(path, format!("the language {language} is not supported")));
    }
    let model = match task.options.data_model.as_deref() {
        None => None,
        Some("ILP32") => Some(DataModel::Ilp32),
        Some("LP64") => Some(DataModel::Lp64),
        Some(other) => return Err(Bad::about(path, format!("unknown data model {other}"))),
    };
    let mut left_out = Vec::new();
    let property = match wanted {
        Some(property) => property,
        None => {
            let mut all = Property::of(SortedSet::new());
            for each in &task.properties {
                let file = beside.join(&each.property_file);
                match property::read(&file) {
                    Ok(property) => all.add(property),
                    Err(Bad(why)) => left_out.push(why),
                }
            }
            if all.checks.is_empty() && !task.properties.is_empty() {
                return Err(Bad::about(path, format!("no property that can be checked ({})", left_out.join("; "))));
            }
            if all.checks.is_empty() { Property::of(Check::ALL.into()) } else { all }
        }
    };
    let sources: Vec<PathBuf> = task.input_files.names().iter().map(|name| beside.join(name)).collect();
    if sources.is_empty() {
        return Err(Bad::about(path, "the task names no source file"));
    }
    program(&sources, reading, property, model, left_out)
}

fn program(
    paths: &[PathBuf],
    reading: &Reading,
    property: Property,
    model: Option<DataModel>,
    left_out: Vec<String>,
) -> Result<Program, Bad> {
    let mut known = SortedSet::new();
    for path in paths {
        let bytes = bytes(path)?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Bad::about(path, "the file is empty"));
        }
        if is_binary(&bytes) {
            return Err(Bad::about(path, "this is a binary file, not the text of a program"));
        }
        if !known.insert(std::fs::canonicalize(path).unwrap_or_else(|_| path.clone())) {
            return Err(Bad::about(path, "the file is named twice"));
        }
    }
    let options = cfront::Options {
        data_model: match reading.data_model.or(model).unwrap_or(DataModel::Lp64) {
            DataModel::Ilp32 => cfront::DataModel::Ilp32,
            DataModel::Lp64 => cfront::DataModel::Lp64,
        },
        int: match reading.int {
            IntMode::Ub => cfront::IntMode::Ub,
            IntMode::Wrap => cfront::IntMode::Wrap,
            IntMode::Math => cfront::IntMode::Math,
        },
        checks: property.checks,
        entry: reading.entry.clone(),
        globals: match reading.globals {
            Globals::Any => cfront::Globals::Any,
            Globals::Initial => cfront::Globals::Initial,
        },
        include_dirs: reading.include.clone(),
        defines: reading.define.clone(),
        malloc_may_fail: reading.malloc_may_fail,
        ..Default::default()
    };
    Ok(Program { language: Language::C, paths: paths.to_vec(), options, specification: property.specification, left_out, question: 0 })
}

/// A zero byte, or more control characters than any text has: compilers take minutes to complain about such files.
fn is_binary(bytes: &[u8]) -> bool {
    let control = bytes.iter().filter(|b| matches!(b, 1..=8 | 14..=31 | 127)).count();
    bytes.contains(&0) || control * 50 > bytes.len()
}

impl Program {
    pub fn load(&self) -> Result<Cfa, Bad> {
        let opened = self.open(&Budget::unlimited())?;
        Ok(opened.expect("nobody stops this budget").0)
    }

    /// The automaton, and the clauses that it comes from if they are what was read; none if the budget ended before.
    pub fn open(&self, budget: &Budget) -> Result<Option<(Cfa, Option<Clauses>)>, Bad> {
        let read = match &self.language {
            Language::Net(net) => return Ok(Some((Automaton::new(net).cfa, None))),
            Language::C => {
                let options = cfront::Options { budget: budget.clone(), ..self.options.clone() };
                return match cfront::load_all(&self.paths, &options) {
                    Ok(cfa) => Ok(Some((cfa, None))),
                    Err(diagnostic) if diagnostic.stopped.is_some() => Ok(None),
                    Err(diagnostic) => Err(Bad(diagnostic.to_string())),
                };
            }
            Language::Horn => tsfront::horn::read,
            Language::Vmt => tsfront::vmt::read,
        };
        let name = self.names();
        let text = self.asked()?.swap_remove(self.question);
        match read(&name, &text).and_then(|system| Clauses::new(system, self.language.clone())) {
            Ok(clauses) => Ok(Some((clauses.cfa().clone(), Some(clauses)))),
            Err(diagnostic) if diagnostic.kind == tsfront::diagnostic::Kind::Unsupported => Ok(Some((not_understood(&diagnostic), None))),
            Err(diagnostic) => Err(Bad(diagnostic.to_string())),
        }
    }

    /// The texts of all questions that the file asks.
    fn asked(&self) -> Result<Vec<String>, Bad> {
        let text = text(&self.paths[0])?;
        match self.language {
            Language::Horn => tsfront::questions::questions(&self.names(), &text).map_err(|diagnostic| Bad(diagnostic.to_string())),
            _ => Ok(vec![text]),
        }
    }

    /// The program once for each question that the file asks.
    pub fn questions(&self) -> Result<Vec<Program>, Bad> {
        let count = if matches!(self.language, Language::Horn) { self.asked()?.len() } else { 1 };
        Ok((0..count).map(|question| Program { question, ..self.clone() }).collect())
    }

    /// The source files as a command line has them.
    pub fn names(&self) -> String {
        self.paths.iter().map(|p| p.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    /// The net, if it is one.
    /// Whether it is a system of clauses.
    pub fn is_clauses(&self) -> bool {
        matches!(self.language, Language::Horn | Language::Vmt)
    }

    pub fn net(&self) -> Option<&Arc<Net>> {
        if let Language::Net(net) = &self.language { Some(net) } else { None }
    }

    pub fn ilp32(&self) -> bool {
        matches!(self.options.data_model, cfront::DataModel::Ilp32)
    }
}

/// A program of which nothing is known but where it leaves what we understand.
fn not_understood(diagnostic: &tsfront::Diagnostic) -> Cfa {
    let mut cfa = Cfa::default();
    cfa.entry = cfa.add_loc(LocInfo::named("start"));
    let loc = cfa.add_loc(LocInfo::named("unsupported"));
    let span = Some(diagnostic.span.clone());
    cfa.add_edge(cfa.entry, loc, Stmt::Skip, span.clone());
    cfa.errors.push(ErrorInfo { loc, check: Check::Unsupported, message: diagnostic.message.clone(), span });
    cfa
}

fn exists(path: &Path) -> Result<(), Bad> {
    let found = std::fs::metadata(path).map_err(|e| Bad::about(path, cannot_read(&e)))?;
    if found.is_dir() {
        return Err(Bad::about(path, "this is a directory, not a file"));
    }
    Ok(())
}

pub fn bytes(path: &Path) -> Result<Vec<u8>, Bad> {
    exists(path)?;
    std::fs::read(path).map_err(|e| Bad::about(path, cannot_read(&e)))
}

/// A text file; it need not be valid UTF-8.
pub fn text(path: &Path) -> Result<String, Bad> {
    Ok(String::from_utf8_lossy(&bytes(path)?).into_owned())
}

fn cannot_read(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission to read it is denied".into(),
        _ => format!("it cannot be read: {error}"),
    }
}

//! The programs of the corpus with their headers, and running a process with a time limit.

use base::SortedMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What `verify` may take for a program. Speed is not what these tests are about, so it is far beyond what any program takes on a quiet machine.
const SECONDS: u64 = 240;
/// The same for a wish. It costs all of its time in every run of the tests, so it gets enough to be noticed when it comes true and no more.
const WISH_SECONDS: u64 = 3;
/// What a process gets beyond its time limit before it is ended by force.
const GRACE: u64 = 5;

pub type Header = SortedMap<String, String>;

#[derive(Clone)]
pub struct Program {
    /// Below the corpus, without its ending.
    pub name: String,
    pub file: PathBuf,
    pub header: Result<Header, String>,
}

impl Program {
    pub fn is_unsafe(&self) -> bool {
        self.has("verdict", |v| v.starts_with("unsafe"))
    }

    /// Only C programs can be compiled.
    pub fn is_c(&self) -> bool {
        self.file.extension().is_some_and(|e| e == "c" || e == "i")
    }

    pub fn has(&self, key: &str, value: impl Fn(&str) -> bool) -> bool {
        self.header.as_ref().is_ok_and(|h| h.get(key).is_some_and(|v| value(v)))
    }
}

/// Whether these are Horn clauses or a transition system.
pub fn is_clauses(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "smt2" || e == "vmt")
}

/// All programs, in the order of their names.
pub fn all() -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(".")).join("corpus");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let name = |file: &Path| file.strip_prefix(&root).unwrap_or(file).with_extension("").to_string_lossy().replace('\\', "/");
    files.into_iter().map(|file| Program { name: name(&file), header: header(&file), file }).collect()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| ["c", "i", "smt2", "vmt", "spec"].iter().any(|known| e == *known)) {
            files.push(path);
        }
    }
}

pub fn header(file: &Path) -> Result<Header, String> {
    let text = fs::read_to_string(file).map_err(|e| e.to_string())?;
    // Comments of C, of SMT-LIB and of nets.
    let comment = |line: &'_ str| ["// ", "; ", "# "].iter().find_map(|mark| line.strip_prefix(mark)).map(str::to_owned);
    let lines: Vec<String> = text.lines().map_while(comment).collect();
    let lines = lines.iter().filter_map(|line| line.split_once(':'));
    Ok(lines.map(|(key, value)| (key.trim().to_string(), value.trim().to_string())).collect())
}

/// The time limit of `verify` for a program with this header.
pub fn seconds(header: &Header) -> u64 {
    if header.contains_key("todo") { WISH_SECONDS } else { SECONDS }
}

/// When a run of [`verify`] is given up.
pub fn patience(header: &Header) -> Duration {
    Duration::from_secs(seconds(header) + GRACE)
}

/// `bevel verify` with the options of the header, in the program's directory.
pub fn verify(file: &Path, header: &Header) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bevel"));
    command.arg("verify").arg(file.file_name().unwrap_or_default()).args(["--timeout", &seconds(header).to_string()]);
    command.current_dir(file.parent().unwrap_or(Path::new(".")));
    for option in ["check", "entry", "globals", "int", "data-model", "engine", "domain"] {
        if let Some(value) = header.get(option) {
            command.arg(format!("--{option}")).arg(value);
        }
    }
    if header.get("malloc-may-fail").is_some_and(|v| v == "yes") {
        command.arg("--malloc-may-fail");
    }
    command
}

/// The line where the first failure is, by the report.
pub fn failing_line(report: &str) -> Option<u32> {
    report.lines().find(|line| line.contains(" violated: "))?.split(':').nth(1)?.parse().ok()
}

/// Exit status, standard output and standard error of a process that ends within the time.
pub fn run(command: &mut Command, limit: Duration) -> Result<(Option<i32>, String, String), String> {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|e| format!("it cannot be started: {e}"))?;
    // Reports are far smaller than a pipe's buffer unless something is wrong; readers of their own make sure.
    let read = |mut pipe: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = read(Box::new(child.stdout.take().ok_or("no pipe")?));
    let stderr = read(Box::new(child.stderr.take().ok_or("no pipe")?));
    let end = Instant::now() + limit;
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None if Instant::now() > end => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it did not end within {} seconds", limit.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    Ok((status.code(), stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default()))
}

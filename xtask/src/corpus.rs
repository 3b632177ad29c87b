//! The programs of the corpus as benches see them: where they are, the options they ask for and what is true of them.

use std::fs;
use std::path::{Path, PathBuf};

/// The keys of a program's header that are options of the tool.
const OPTIONS: [&str; 4] = ["entry", "check", "int", "data-model"];

/// A program and what is true of it.
pub struct Program {
    pub name: String,
    pub file: PathBuf,
    pub options: Vec<String>,
    /// `safe` or `unsafe`.
    pub truth: String,
    /// Keys and values; none if the program is not of the corpus.
    header: Vec<(String, String)>,
}

impl Program {
    /// A program that has no header.
    pub fn new(name: String, file: PathBuf, options: Vec<String>, truth: String) -> Self {
        Self { name, file, options, truth, header: Vec::new() }
    }

    /// What the header says under this key.
    pub fn get(&self, key: &str) -> Option<&str> {
        get(&self.header, key)
    }
}

/// The programs of a folder that have a header with a verdict, by name.
pub fn of_folder(folder: &Path) -> Result<Vec<Program>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|e| e.path())).filter(|path| path.is_file()).collect();
    files.sort();
    let mut programs = Vec::new();
    for file in files {
        let text = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let header = header(&String::from_utf8_lossy(&text));
        let get = |key: &str| get(&header, key);
        let Some(truth) = get("todo").or(get("verdict")).map(kind) else { continue };
        let mut options: Vec<String> =
            OPTIONS.iter().filter_map(|key| Some([format!("--{key}"), get(key)?.to_owned()])).flatten().collect();
        options.extend(get("malloc-may-fail").map(|_| "--malloc-may-fail".to_owned()));
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        programs.push(Program { name, options, truth: truth.to_owned(), file, header });
    }
    Ok(programs)
}

/// The comments with a key and a value that a program of the corpus begins with.
fn header(text: &str) -> Vec<(String, String)> {
    let comment = |line: &'_ str| ["// ", "; ", "# "].iter().find_map(|mark| line.strip_prefix(mark)).map(str::to_owned);
    let pair = |line: String| line.split_once(':').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
    text.lines().map_while(comment).filter_map(pair).collect()
}

fn get<'a>(header: &'a [(String, String)], key: &str) -> Option<&'a str> {
    header.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
}

/// A verdict without what it is about, in the words for programs.
pub fn kind(verdict: &str) -> &'static str {
    match verdict.split('(').next().unwrap_or(verdict) {
        "safe" | "sat" => "safe",
        "unsafe" | "unsat" => "unsafe",
        _ => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_ends_with_the_first_line_that_is_no_comment() {
        let found = header("; verdict: unsafe(reach)\n; about: a: b\n\n; check: all\n");
        assert_eq!(found, [("verdict", "unsafe(reach)"), ("about", "a: b")].map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert_eq!(["unsat", "unsafe(reach)", "sat", "timeout"].map(kind), ["unsafe", "unsafe", "safe", "unknown"]);
    }
}

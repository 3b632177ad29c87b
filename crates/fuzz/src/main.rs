//! `fuzz --tool BEVEL [--minutes N | --count N] [--family NAME] [--seed S] [--first I] [--out FOLDER] [--reasons yes]`; `cargo xtask fuzz c` builds both
//! and starts it.

use fuzz::campaign::{Settings, run};
use fuzz::family::Family;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str =
    "usage: fuzz --tool BEVEL [--minutes N | --count N] [--family NAME] [--seed S] [--first I] [--out FOLDER] [--reasons yes]";

fn settings(mut words: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut settings = Settings::new("bevel");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value\n{USAGE}"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a number\n{USAGE}"));
        match word.as_str() {
            "--tool" => settings.tool = std::path::absolute(&value).map_err(|e| e.to_string())?,
            "--minutes" => settings.time = Some(Duration::from_secs(60 * number()?)),
            "--count" => settings.count = Some(number()?),
            "--seed" => settings.seed = number()?,
            "--first" => settings.first = number()?,
            "--reasons" => settings.reasons = value == "yes",
            "--out" => settings.out = value.into(),
            "--family" => {
                let known = || Family::ALL.map(Family::name).join(", ");
                let family = Family::ALL.into_iter().find(|f| f.name() == value);
                settings.families = vec![family.ok_or_else(|| format!("there is no family `{value}`; there are {}", known()))?];
            }
            _ => return Err(USAGE.into()),
        }
    }
    if settings.time.is_none() && settings.count.is_none() {
        settings.time = Some(Duration::from_secs(60));
    }
    Ok(settings)
}

fn main() -> ExitCode {
    match settings(std::env::args().skip(1)).and_then(|settings| run(&settings)) {
        Ok(tally) => {
            println!("{tally}");
            if let Some(fault) = tally.fault() {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

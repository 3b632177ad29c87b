//! The SMT solver for tests: an installed one, or the executable inside the Python wheel `z3-solver`.
//!
//! In this order: `$BEVEL_Z3`, `z3` on the PATH, what an earlier set-up left, a fresh one. A wheel is an archive whose name
//! says for which machine it is, so Python's own installer chooses it: into a virtual environment where Python can make one,
//! else downloaded and unpacked.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PACKAGE: &str = "z3-solver";

/// The path of a solver that runs.
pub fn solver(root: &Path) -> Result<PathBuf, String> {
    // Always here, whatever CARGO_TARGET_DIR says: this is where the verifier looks.
    let tools = root.join("target").join("tools").join("z3");
    let ours = tools.join("bin").join("z3");
    let given = env::var_os("BEVEL_Z3").map(PathBuf::from);
    if let Some(given) = given {
        return if works(&given) { Ok(given) } else { Err(format!("$BEVEL_Z3 is {}, which does not run", given.display())) };
    }
    if let Some(installed) = on_path("z3").filter(|p| works(p)) {
        return Ok(installed);
    }
    if works(&ours) {
        return Ok(ours);
    }
    println!("installing {PACKAGE} into {}", tools.display());
    let python = ["python3", "python"].into_iter().find(|p| works_with(Path::new(p), "--version"));
    let python = python.ok_or("neither z3 nor Python was found: install one of them, or set BEVEL_Z3")?;
    fresh(&tools)?;
    let by_venv = venv(python, &tools);
    if !works(&ours) {
        fresh(&tools)?;
        let by_wheel = wheel(python, &tools);
        if !works(&ours) {
            let reason = |r: Result<(), String>| r.err().unwrap_or_else(|| "it has no executable".into());
            return Err(format!("z3 could not be installed.\nwith venv: {}\nfrom the wheel: {}", reason(by_venv), reason(by_wheel)));
        }
    }
    Ok(ours)
}

fn fresh(directory: &Path) -> Result<(), String> {
    let _ = std::fs::remove_dir_all(directory);
    std::fs::create_dir_all(directory).map_err(|e| format!("{}: {e}", directory.display()))
}

/// A virtual environment in `tools`: its `bin` has the executable.
fn venv(python: &str, tools: &Path) -> Result<(), String> {
    quietly(Command::new(python).args(["-m", "venv"]).arg(tools))?;
    quietly(Command::new(tools.join("bin").join("python")).args(["-m", "pip", "install", "--quiet", PACKAGE]))
}

/// The wheel, unpacked; the executable is somewhere in it.
fn wheel(python: &str, tools: &Path) -> Result<(), String> {
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"];
    quietly(Command::new(python).args(pip).arg(tools).arg(PACKAGE))?;
    let unpack = "import glob, os, shutil, stat, sys, zipfile
tools = sys.argv[1]
for wheel in glob.glob(os.path.join(tools, '*.whl')):
    zipfile.ZipFile(wheel).extractall(os.path.join(tools, 'wheel'))
os.makedirs(os.path.join(tools, 'bin'), exist_ok=True)
for found in glob.glob(os.path.join(tools, 'wheel', '**', 'bin', 'z3'), recursive=True):
    to = os.path.join(tools, 'bin', 'z3')
    shutil.copy(found, to)
    os.chmod(to, 0o755)
";
    quietly(Command::new(python).arg("-c").arg(unpack).arg(tools))
}

fn quietly(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).trim().to_string()) }
}

fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(name)).find(|p| p.is_file())
}

fn works(path: &Path) -> bool {
    works_with(path, "-version")
}

fn works_with(path: &Path, flag: &str) -> bool {
    Command::new(path).arg(flag).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

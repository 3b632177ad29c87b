//! Running the built tool on programs that a test writes.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory that goes away with its value.
pub struct Bench(PathBuf);

impl Bench {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("bevel-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Bench(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.0.join(name), text).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Runs `bevel` with the words of `line`.
    pub fn bevel(&self, line: &str) -> Answer {
        Answer::of(self.command(line).output().unwrap())
    }

    pub fn start(&self, line: &str) -> Child {
        self.command(line).spawn().unwrap()
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bevel"));
        command.args(line.split_whitespace()).current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[derive(Debug)]
pub struct Answer {
    pub exit: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Answer {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Answer { exit: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    pub fn is(&self, verdict: &str, exit: i32) -> &Self {
        assert_eq!((self.out.lines().last(), self.exit), (Some(verdict), Some(exit)), "{self:#?}");
        self
    }

    #[track_caller]
    pub fn says(&self, words: &str) -> &Self {
        assert!(self.out.contains(words), "no '{words}' in {self:#?}");
        self
    }

    #[track_caller]
    pub fn complains(&self, words: &str) -> &Self {
        assert!(self.err.contains(words), "no '{words}' in {self:#?}");
        self
    }

    /// Rejected as input: exit status 2, a message, no verdict, no panic.
    #[track_caller]
    pub fn is_rejected(&self, words: &str) -> &Self {
        assert_eq!((self.exit, self.out.as_str()), (Some(2), ""), "{self:#?}");
        assert!(!self.err.contains("internal error"), "{self:#?}");
        self.complains(words)
    }
}

pub const COUNT: &str = "extern void reach_error(void);
int main(void) {
    int i = 0;
    while (i < 10) {
        i++;
    }
    if (i != 10) reach_error();
    return 0;
}
";

pub const FAIL: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void look(int value) {
    if (value == 12345) reach_error();
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    if (m > 3 && m < 5) look(n);
    return 0;
}
";

/// One run that does not end, with an error that no interval excludes.
pub const ENDLESS: &str = "extern void reach_error(void);
int main(void) {
    unsigned long long x = 1;
    while (1) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        if (x == 81985529216486895ull) reach_error();
    }
}
";

/// Horn clauses of a loop up to 5. They have a model unless `LIMIT` is below that.
pub const LOOP: &str = "(set-logic HORN)
(declare-fun inv (Int Bool) Bool)
(declare-fun |mid way| (Int) Bool)
(assert (forall ((b Bool)) (inv 0 b)))
(assert (forall ((x Int) (b Bool)) (=> (and (inv x b) (< x 5)) (|mid way| x))))
(assert (forall ((x Int) (b Bool)) (=> (|mid way| x) (inv (+ x 1) b))))
(assert (forall ((x Int) (b Bool)) (=> (and (inv x b) (> x LIMIT)) false)))
(check-sat)
";

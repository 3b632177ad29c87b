//! The arguments that a failing run was started with, as they would stand on a command line, and in C.
//!
//! A character that the run never reads may be any; it is an `a`. The name of the program is the first argument.

use crate::replay::{Origin, Stretch};
use crate::stack::Arrival;
use base::{Cfa, Int, SortedMap};
use std::fmt::Write;

/// No more characters of one argument are written out than this, and no more arguments.
const MOST: usize = 1 << 12;
const ARGUMENTS: usize = 1 << 20;
/// No more arguments are told than this.
const SHOWN: usize = 100;
/// All of them together have at most this many characters, or no machine could be expected to call the program.
const ALL: usize = 1 << 32;

/// What the compiler needs to be told, so that the program's own `main` is called.
pub const FLAGS: &str = " -Dmain=main_of_the_program";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// None if they are too many to be written.
    pub strings: Option<Vec<Text>>,
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub length: usize,
    /// The characters that the run has read, by their places.
    pub read: SortedMap<usize, u8>,
}

impl Text {
    fn characters(&self) -> Vec<u8> {
        (0..self.length).map(|k| self.read.get(&k).copied().unwrap_or(b'a')).collect()
    }

    /// As a string of C, if it is not too long.
    fn quoted(&self) -> Option<String> {
        (self.length <= MOST).then(|| quoted(&self.characters()))
    }
}

impl CommandLine {
    /// The arguments of a run, if its program asks for them.
    pub fn of(cfa: &Cfa, reads: &[Stretch], arrival: &Arrival) -> Option<Self> {
        let kept = cfa.arguments?;
        let empty = SortedMap::new();
        let entries = |v: Option<base::VarId>| -> SortedMap<Int, Int> {
            v.map_or_else(|| empty.clone(), |v| arrival.state.map(v).iter().map(|(k, v)| (k.clone(), v.clone())).collect())
        };
        let (sizes, text) = (entries(kept.sizes), entries(kept.text));
        let is_count = |origin: &Origin| matches!(origin, Origin::Uninitialised(v) if Some(*v) == kept.count);
        let told = reads.iter().flat_map(|s| &s.reads).find(|r| is_count(&r.site.origin)).map(|r| r.value.clone());
        // Where nobody asks how many there are, those are there that are looked at.
        let last = sizes.keys().next_back().map(|object| object - &Int::from(kept.first - 1));
        let count = told.or(last).unwrap_or(Int::ONE);
        let strings = || {
            let (mut strings, mut room) = (Vec::new(), ALL);
            for i in 0..usize::try_from(&count).ok().filter(|n| *n <= ARGUMENTS)? {
                let object = Int::from(kept.first) + Int::from(i);
                let length = sizes.get(&object).map_or(Some(0), |size| usize::try_from(&(size - &Int::ONE)).ok())?;
                room = room.checked_sub(length)?;
                let first = &object * &Int::from(kept.row);
                let place = |index: &Int| usize::try_from(&(index - &first)).ok().filter(|k| *k < length);
                let inside = text.range(first.clone()..&first + &Int::from(length));
                let read = inside.filter_map(|(k, c)| Some((place(k)?, i64::try_from(c).ok()? as u8))).collect();
                strings.push(Text { length, read });
            }
            Some(strings)
        };
        Some(CommandLine { strings: strings() })
    }

    /// The arguments behind the program's name, each in quotes.
    pub fn words(&self) -> String {
        let word = |s: &Text| s.quoted().unwrap_or_else(|| format!("(a string of {} characters)", s.length));
        let Some(strings) = &self.strings else { return "too many or too long to be told".into() };
        let Some((_, behind)) = strings.split_first().filter(|(_, behind)| !behind.is_empty()) else { return "none".into() };
        let mut words: Vec<String> = behind.iter().take(SHOWN).map(word).collect();
        if behind.len() > SHOWN {
            words.push(format!("and {} more", behind.len() - SHOWN));
        }
        words.join(" ")
    }

    /// A `main` that calls the program's own with these arguments.
    pub fn main(&self) -> Result<String, String> {
        let strings = self.strings.as_ref().ok_or("the arguments of the failing run are too many or too long")?;
        let mut text = String::from("\n#undef main\nextern int main_of_the_program(int, char **);\n");
        if strings.iter().any(|s| s.length > MOST) {
            text.push_str(LONG);
        }
        let _ = writeln!(text, "int main(void) {{\n    static char *arguments[{}];", strings.len() + 1);
        let empty = strings.iter().filter(|s| s.length == 0).count();
        if empty > SHOWN {
            let _ = writeln!(text, "    for (int i = 0; i < {}; i++) arguments[i] = calloc(1, 1);", strings.len());
        }
        for (i, string) in strings.iter().enumerate().filter(|(_, s)| s.length > 0 || empty <= SHOWN) {
            match string.quoted() {
                Some(quoted) => {
                    let _ = writeln!(text, "    static char argument{i}[] = {quoted};\n    arguments[{i}] = argument{i};");
                }
                None => {
                    let _ = writeln!(text, "    arguments[{i}] = long_argument({}UL);", string.length);
                    for (at, character) in &string.read {
                        let _ = writeln!(text, "    arguments[{i}][{at}] = (char){character};");
                    }
                }
            }
        }
        let _ = writeln!(text, "    return main_of_the_program({}, arguments);\n}}", strings.len());
        Ok(text)
    }
}

/// How a string is made that is too long to be written.
const LONG: &str = r#"static char *long_argument(unsigned long length) {
    char *text = malloc(length + 1);
    if (!text) abort();
    for (unsigned long i = 0; i < length; i++) text[i] = 'a';
    text[length] = 0;
    return text;
}
"#;

/// A string as C writes it.
fn quoted(string: &[u8]) -> String {
    let mut text = String::from("\"");
    for c in string {
        match c {
            b'"' | b'\\' => drop(write!(text, "\\{}", *c as char)),
            // Two of them may begin a trigraph.
            b'?' => text.push_str("\\?"),
            b' '..=b'~' => text.push(*c as char),
            other => drop(write!(text, "\\{other:03o}")),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(string: &[u8]) -> Text {
        Text { length: string.len(), read: string.iter().copied().enumerate().collect() }
    }

    #[test]
    fn strings_are_written_as_in_c() {
        let long = Text { length: 1 << 20, read: SortedMap::from([(77, b'!')]) };
        let strings = vec![text(b"a.out"), text(b"-v"), text(b"\"\\\n\xff1"), text(b""), long];
        let line = CommandLine { strings: Some(strings) };
        assert_eq!(line.words(), r#""-v" "\"\\\012\3771" "" (a string of 1048576 characters)"#);
        let main = line.main().unwrap();
        for words in
            ["argument2[] = \"\\\"\\\\\\012\\3771\";", "arguments[4] = long_argument(1048576UL);", "[77] = (char)33;", "program(5, "]
        {
            assert!(main.contains(words), "no {words} in {main}");
        }
        assert!(CommandLine { strings: None }.main().is_err());
    }
}

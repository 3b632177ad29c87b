//! Constants and string literals.

use super::{Lower, Res};
use crate::types::{CInt, Rank};
use base::{Int, Span};
use lang_c::ast::{Integer, IntegerBase, IntegerSize};

impl Lower<'_> {
    /// The value and type of an integer constant (C11 6.4.4.1).
    pub fn integer(&self, literal: &Integer, span: &Span) -> Res<(Int, CInt)> {
        if literal.suffix.imaginary {
            return self.unsupported("imaginary constant", span);
        }
        let radix = match literal.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let digits = if literal.number.is_empty() { "0" } else { &*literal.number };
        let Ok(value) = Int::from_str_radix(digits, radix) else {
            return self.rejected("malformed integer constant", span);
        };
        let int = |signed| CInt::new(Rank::Int, 32, signed);
        let (long, long_long) = (|s| self.types.long(s), |s| self.types.long_long(s));
        let mut candidates = Vec::new();
        for (size, ty) in
            [(IntegerSize::Int, &int as &dyn Fn(bool) -> CInt), (IntegerSize::Long, &long), (IntegerSize::LongLong, &long_long)]
        {
            if size >= literal.suffix.size {
                if !literal.suffix.unsigned {
                    candidates.push(ty(true));
                }
                if literal.suffix.unsigned || radix != 10 {
                    candidates.push(ty(false));
                }
            }
        }
        match candidates.into_iter().find(|t| t.machine().contains(&value)) {
            Some(ty) => Ok((value, ty)),
            // gcc takes __int128 for decimal constants that fit nothing else.
            None if CInt::new(Rank::Int128, 128, true).machine().contains(&value) => Ok((value, CInt::new(Rank::Int128, 128, true))),
            None => self.rejected("integer constant is too large", span),
        }
    }

    /// The value of a character constant such as `'a'`, with quotes.
    pub fn character(&self, text: &str, span: &Span) -> Res<(Int, CInt)> {
        let wide = match text.chars().next() {
            Some('L') => Some(CInt::INT),
            Some('u') => Some(CInt::new(Rank::Short, 16, false)),
            Some('U') => Some(CInt::UINT),
            _ => None,
        };
        let Some(body) = text.trim_start_matches(['L', 'u', 'U']).strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) else {
            return self.unsupported("this character constant", span);
        };
        if let Some(ty) = wide {
            return match wide_character(body).map(Int::from).filter(|value| ty.machine().contains(value)) {
                Some(value) => Ok((value, ty)),
                None => self.unsupported("wide character constant", span),
            };
        }
        let bytes = unescape(body);
        // gcc: a constant of several characters is their bytes in one int.
        let value = match bytes.as_slice() {
            [one] => i64::from(*one as i8),
            several => several.iter().fold(0i32, |n, b| (n << 8) | i32::from(*b)).into(),
        };
        Ok((Int::from(value), CInt::INT))
    }

    /// The bytes of a string literal, without the final zero; none if it is a wide string.
    pub fn string(&self, parts: &[String]) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for part in parts {
            let part = part.strip_prefix("u8").unwrap_or(part);
            bytes.extend(unescape(part.strip_prefix('"')?.strip_suffix('"')?));
        }
        Some(bytes)
    }
}

/// The number of the only character of a wide constant.
fn wide_character(text: &str) -> Option<u32> {
    let only = |text: &str| {
        let mut chars = text.chars();
        chars.next().filter(|_| chars.next().is_none()).map(u32::from)
    };
    match text.strip_prefix('\\') {
        None => only(text),
        Some(escape) => match escape.strip_prefix('x') {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None if escape.starts_with(|c: char| c.is_digit(8)) => u32::from_str_radix(escape, 8).ok(),
            None => only(std::str::from_utf8(&unescape(text)).ok()?),
        },
    }
}

/// Replaces escape sequences (C11 6.4.4.4).
fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'\\' || i + 1 >= bytes.len() {
            out.push(bytes[i]);
            i += 1;
            continue;
        }
        i += 2;
        let digits =
            |from: usize, limit: usize, radix: u32| bytes[from..].iter().take(limit).take_while(|b| (**b as char).is_digit(radix)).count();
        let number = |from: usize, n: usize, radix: u32| u32::from_str_radix(&text[from..from + n], radix).unwrap_or(0);
        match bytes[i - 1] {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'v' => out.push(11),
            b'e' => out.push(27),
            b'x' => {
                let n = digits(i, usize::MAX, 16);
                let tail = n.min(8);
                out.push(number(i + n - tail, tail, 16) as u8);
                i += n;
            }
            b'0'..=b'7' => {
                let n = digits(i - 1, 3, 8);
                out.push(number(i - 1, n, 8) as u8);
                i += n - 1;
            }
            kind @ (b'u' | b'U') => {
                let n = digits(i, if kind == b'u' { 4 } else { 8 }, 16);
                let c = char::from_u32(number(i, n, 16)).unwrap_or('?');
                out.extend(c.encode_utf8(&mut [0; 4]).bytes());
                i += n;
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{unescape, wide_character};

    #[test]
    fn wide_constants_are_numbers() {
        assert_eq!(
            ["x", "é", "\\x1234", "\\0", "\\n", "\\'", "ab"].map(wide_character),
            [Some(120), Some(233), Some(0x1234), Some(0), Some(10), Some(39), None]
        );
    }

    #[test]
    fn escapes_are_replaced() {
        assert_eq!(unescape(r"a\n\0\x41\101\\\'"), b"a\n\0AA\\'");
        assert_eq!(unescape(r"\u00e9"), "é".as_bytes());
    }
}

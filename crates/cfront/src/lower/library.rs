//! Functions with a meaning of their own: properties, assumptions, inputs, and the part of the C library that is modelled.

use super::overflowing::is_overflowing;
use super::value::{Scalar, Value};
use super::{Definition, Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType, Rank};
use base::{Check, CmpOp, Expr, Formula, InputKind, Int, Name, Sort, Span, Stmt, VarId};
use lang_c::ast::{BlockItem, CallExpression, Expression, Statement, UnaryOperator};
use lang_c::span::Node;

/// Functions that end the run without an error.
const ENDS: [&str; 8] = ["abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_trap", "__builtin_abort", "__builtin_exit"];

/// What a function that prints returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tells {
    /// How much it has printed, or something negative.
    Count,
    /// What it has printed, or `EOF`.
    Character,
    /// Nothing negative, or `EOF`.
    Success,
    /// 0 or `EOF`.
    Zero,
    Nothing,
}

/// Functions that write somewhere the program cannot see: what they tell, and which argument is their stream.
const OUTPUTS: [(&str, Tells, Option<usize>); 17] = [
    ("printf", Tells::Count, None),
    ("fprintf", Tells::Count, Some(0)),
    ("dprintf", Tells::Count, None),
    ("syslog", Tells::Nothing, None),
    ("vprintf", Tells::Count, None),
    ("vfprintf", Tells::Count, Some(0)),
    ("puts", Tells::Success, None),
    ("fputs", Tells::Success, Some(1)),
    ("fputs_unlocked", Tells::Success, Some(1)),
    ("putchar", Tells::Character, None),
    ("putc", Tells::Character, Some(1)),
    ("fputc", Tells::Character, Some(1)),
    ("fflush", Tells::Zero, None),
    ("perror", Tells::Nothing, None),
    ("__builtin_printf", Tells::Count, None),
    ("__builtin_puts", Tells::Success, None),
    ("__builtin_putchar", Tells::Character, None),
];

fn output(name: &str) -> Option<(Tells, Option<usize>)> {
    OUTPUTS.iter().find(|(output, ..)| *output == name).map(|(_, tells, stream)| (*tells, *stream))
}

/// Steps of models that change memory.
const STEPS: [&str; 6] = ["__model_fills", "__model_met", "__model_fails", "__model_error", "__model_may_error", "__model_exchange"];

const ASSUMES: [&str; 4] = ["__VERIFIER_assume", "assume", "assume_abort_if_not", "__builtin_assume"];
const ASSERTS: [&str; 3] = ["assert", "__VERIFIER_assert", "sassert"];
const FAILURES: [&str; 5] = ["__assert_fail", "__assert", "__assert_rtn", "__assert_func", "_assert"];
const THREADS: [&str; 4] = ["pthread_create", "thrd_create", "fork", "vfork"];
const JUMPS: [&str; 9] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "longjmp", "siglongjmp", "signal", "sigaction", "raise"];

/// Functions of the library that write where their arguments point to, as far as these and the outside say: what they have no
/// model for must not pass for a function about which nothing is known.
const WRITERS: [&str; 40] = [
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "swprintf",
    "vswprintf",
    "sscanf",
    "vsscanf",
    "vscanf",
    "vfscanf",
    "gets",
    "getline",
    "getdelim",
    "recv",
    "recvfrom",
    "readlink",
    "getcwd",
    "gethostname",
    "strftime",
    "strerror_r",
    "strlcpy",
    "strlcat",
    "stpncpy",
    "memccpy",
    "strxfrm",
    "strtok_r",
    "wcscpy",
    "wcsncpy",
    "wcscat",
    "wmemcpy",
    "wmemset",
    "wmemmove",
    "qsort_r",
    "realpath",
    "bcopy",
    "explicit_bzero",
    "mbstowcs",
    "wcstombs",
    "mbtowc",
    "wctomb",
];

/// Functions of the library without a model of which some arguments have to point to something.
const NEEDS: [(&str, &[usize]); 5] =
    [("mktime", &[0]), ("fgetpos", &[1]), ("fsetpos", &[1]), ("localtime_r", &[0, 1]), ("gmtime_r", &[0, 1])];

/// The arguments that have to point to something.
pub fn needed(name: &str) -> &'static [usize] {
    NEEDS.iter().find(|(f, _)| *f == name).map_or(&[], |(_, arguments)| arguments)
}

/// Functions of the library that have no model, change nothing but what their arguments point to, and call nobody.
const LIBRARY: [&str; 12] =
    ["difftime", "dup", "dup2", "getegid", "geteuid", "getgid", "getpid", "getppid", "gettimeofday", "getuid", "mktime", "strtod"];

/// Whether a call changes nothing but what its arguments point to.
pub fn stays_outside(name: &str) -> bool {
    LIBRARY.contains(&name)
}

/// Whether calls without a model are not understood.
pub fn writes_memory(name: &str) -> bool {
    WRITERS.contains(&name)
}

/// What verification tasks call the types of inputs.
const INPUT_TYPES: [&str; 45] = [
    "bool",
    "_Bool",
    "char",
    "schar",
    "uchar",
    "unsigned_char",
    "short",
    "ushort",
    "unsigned_short",
    "int",
    "uint",
    "unsigned",
    "unsigned_int",
    "long",
    "ulong",
    "unsigned_long",
    "longlong",
    "ulonglong",
    "int128",
    "uint128",
    "float",
    "double",
    "size_t",
    "ssize_t",
    "loff_t",
    "sector_t",
    "pthread_t",
    "time_t",
    "clock_t",
    "int8_t",
    "uint8_t",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "u8",
    "u16",
    "u32",
    "u64",
    "pointer",
    "pchar",
    "charp",
    "const_char_pointer",
];

/// Whether verification tasks use the name for a function that returns any value and does nothing else. Names that only look like these belong
/// to functions that may do anything.
pub fn is_input(name: &str) -> bool {
    let typed = name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("nondet_"));
    name == "unknown" || name == "nondet" || typed.is_some_and(|ty| INPUT_TYPES.contains(&ty))
}

/// Whether calls are properties, or failures of one.
pub fn is_property(name: &str) -> bool {
    ["reach_error", "__VERIFIER_error"].contains(&name) || ASSERTS.contains(&name) || FAILURES.contains(&name)
}

/// Whether a body is `if (!condition) abort();` about its parameter: then calls are read as assumptions, which spares each a branch.
fn ends_if_not(definition: &Definition<'_>) -> bool {
    fn only(s: &Statement) -> Option<&Statement> {
        match s {
            Statement::Compound(items) => match items.as_slice() {
                [item] if let BlockItem::Statement(inner) = &item.node => only(&inner.node),
                _ => None,
            },
            other => Some(other),
        }
    }
    let [parameter] = super::variable_length::parameters(definition) else { return false };
    let name = parameter.node.declarator.as_ref().and_then(super::conduct::name_of);
    let Some(Statement::If(branch)) = only(&definition.node.statement.node) else { return false };
    let is_parameter = |e: &Expression| matches!(e, Expression::Identifier(id) if Some(id.node.name.as_str()) == name);
    let denies = match &branch.node.condition.node {
        Expression::UnaryOperator(op) => op.node.operator.node == UnaryOperator::Negate && is_parameter(&op.node.operand.node),
        _ => false,
    };
    let ends = match only(&branch.node.then_statement.node) {
        Some(Statement::Expression(Some(e))) => match &e.node {
            Expression::Call(call) => matches!(&call.node.callee.node, Expression::Identifier(id) if id.node.name == "abort"),
            _ => false,
        },
        _ => false,
    };
    denies && ends && branch.node.else_statement.is_none()
}

/// One argument of a format.
enum Conversion {
    /// Decimal, as this type.
    Decimal(CInt),
    Text,
    Character,
    Other,
}

impl Lower<'_> {
    /// Whether calls of a function without body leave all variables alone.
    pub fn is_harmless(&self, name: &str) -> bool {
        self.is_plain_input(name)
            || name.starts_with("__builtin_") && !is_overflowing(name)
            || name.starts_with("__model_") && !STEPS.contains(&name)
            || output(name).is_some()
            || [&ENDS[..], &ASSUMES, &ASSERTS, &FAILURES].iter().any(|list| list.contains(&name))
            || ["rand", "random", "srand", "srandom", "getchar", "fgetc", "getc", "abs", "labs", "llabs", "imaxabs"].contains(&name)
    }

    /// Whether the function is an input by its name and is not declared to get pointers, through which it could write.
    pub fn is_plain_input(&self, name: &str) -> bool {
        is_input(name) && self.signature(name).is_none_or(|s| s.params.iter().all(|(_, ty)| matches!(ty, CType::Int(_))))
    }

    /// The meaning of a function that has one of its own.
    pub fn model(&mut self, name: &str, call: &CallExpression, wanted: bool, span: &Span) -> Res<Option<Value>> {
        if name == "reach_error" || name == "__VERIFIER_error" {
            self.fail(Check::Reach, format!("call of `{name}`"), span);
            return Ok(Some(Value::Void));
        }
        if let Some(value) = self.selected(name, call, span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.variadic(name, call, wanted, span)? {
            return Ok(Some(value));
        }
        // What the program defines means what its body says.
        if let Some(definition) = self.functions.get(name).copied() {
            let is_usual = name == "assume_abort_if_not"
                && ends_if_not(&definition)
                && !self.functions.contains_key("abort")
                && self.keeps_truth(name, call)?;
            if is_usual {
                self.assumption(&call.arguments[0], span)?;
            }
            return Ok(is_usual.then_some(Value::Void));
        }
        if let Some(value) = self.allocation(name, call, span)? {
            return Ok(Some(value));
        }
        if ASSUMES.contains(&name) && call.arguments.len() == 1 {
            self.assumption(&call.arguments[0], span)?;
        } else if ASSERTS.contains(&name) && call.arguments.len() == 1 {
            self.assertion(&call.arguments[0], span)?;
        } else if FAILURES.contains(&name) {
            let text = call.arguments.iter().find_map(|a| self.literal_text(a));
            let message = text.map_or_else(|| "assertion fails".to_owned(), |t| format!("assertion `{t}` fails"));
            self.fail(Check::Reach, message, span);
        } else if ENDS.contains(&name) {
            for argument in &call.arguments {
                self.effect(argument)?;
            }
            if ["exit", "__builtin_exit"].contains(&name) {
                self.run_handlers(span)?;
            }
            let end = self.end;
            self.graph.jump(end, span);
        } else if name == "__builtin_unreachable" {
            if !self.options.checks.contains(&Check::Undefined) {
                // What a compiler makes of it is not known.
                self.graph.unchecked.insert(Check::Undefined);
                return self.unsupported("`__builtin_unreachable()` that is reached", span);
            }
            self.fail(Check::Undefined, "`__builtin_unreachable()` is reached".to_owned(), span);
        } else if name == "__builtin_expect" && !call.arguments.is_empty() {
            let ty = self.types.long(true);
            let value = self.int_value(&call.arguments[0])?;
            return Ok(Some(Value::Int(self.convert(value, ty))));
        } else if name == "__builtin_constant_p" && call.arguments.len() == 1 {
            if self.constant(&call.arguments[0]).is_ok() {
                return Ok(Some(Value::Int(Scalar::constant(Int::ONE, CInt::INT))));
            }
            // How much a compiler finds out is its own affair.
            let what = InputKind::Open(format!("`{}`", self.source.snippet(call.callee.span)).as_str().into());
            return Ok(Some(self.any_value(&CType::Int(CInt::BOOL), what, span)?));
        } else if let Some((tells, stream)) = output(name) {
            return Ok(Some(self.output(name, tells, stream, call, wanted, span)?));
        } else if call.arguments.is_empty() && self.is_plain_input(name) {
            let ty = self.signature(name).map_or_else(|| CType::Int(self.input_by_name(name)), |s| s.result.clone());
            return Ok(Some(self.any_value(&ty, InputKind::Call(name.into()), span)?));
        } else if name == super::allocation::ANY_BYTES && call.arguments.len() == 2 {
            self.any_bytes(name, call, span)?;
        } else if (name == "rand" || name == "random") && call.arguments.is_empty() {
            if self.seeds {
                let seeded = self.seeded();
                self.graph.assign(seeded, 1.into(), span);
            }
            return Ok(Some(self.any_between(name, 0, i32::MAX, span)?));
        } else if ["getchar", "fgetc", "getc", "getchar_unlocked", "getc_unlocked"].contains(&name) {
            let stream = self.arguments(call, None)?.into_iter().next().flatten();
            if let Some(stream) = &stream {
                self.check_stream(stream, span)?;
            }
            let stream = if call.arguments.is_empty() { self.standard_input() } else { stream };
            let back = self.pushed_back(stream.as_ref(), span)?;
            self.may_set_errno(span)?;
            let read = self.any_between(name, -1, 255, span)?;
            if let Value::Int(c) = &read {
                self.nothing_behind_end(stream, c, c.expr.clone(), span)?;
            }
            let (Some((result, join)), Value::Int(c)) = (back, &read) else { return Ok(Some(read)) };
            self.graph.assign(result, c.expr.clone(), span);
            self.graph.arrive(join, span);
            return Ok(Some(Value::Int(self.scalar(result.into(), CInt::INT, 0))));
        } else if ["srand", "srandom"].contains(&name) {
            for argument in &call.arguments {
                self.effect(argument)?;
            }
            // Equal seeds give equal numbers, and the numbers before the first seed are those of the seed 1.
            let is_first = self.seeded.is_none() && !self.comes_again();
            let seeded = self.seeded();
            if is_first {
                self.graph.assign(seeded, 1.into(), span);
                return Ok(Some(Value::Void));
            }
            let first = self.unless(Formula::cmp(CmpOp::Ne, seeded, 0), span);
            self.begin_doubt(&format!("random numbers before a call of `{name}` may come again behind it"), span);
            self.graph.arrive(first, span);
            self.graph.assign(seeded, 1.into(), span);
        } else if ["sprintf", "snprintf", "__builtin_sprintf", "__builtin_snprintf"].contains(&name) {
            return Ok(Some(self.formatted(name.trim_start_matches("__builtin_"), call, span)?));
        } else if ["scanf", "fscanf"].contains(&name) {
            return Ok(Some(self.scanned(name, call, span)?));
        } else if name == "sscanf" {
            return Ok(Some(self.scanned_text(call, span)?));
        } else if let Some(value) = self.overflowing(name, call, span)? {
            return Ok(Some(value));
        } else if let Some(value) = self.primitive(name, call, wanted, span)? {
            return Ok(Some(value));
        } else if ["abs", "labs", "llabs", "imaxabs"].contains(&name) && call.arguments.len() == 1 {
            return Ok(Some(Value::Int(self.absolute(name, call, span)?)));
        } else if THREADS.contains(&name) {
            return self.unsupported("threads", span);
        } else if JUMPS.contains(&name) {
            return self.unsupported(format!("call of `{name}`"), span);
        } else if ["__builtin_", "__sync_", "__atomic_"].iter().any(|p| name.starts_with(p)) {
            return self.unsupported(format!("`{name}`"), span);
        } else {
            return Ok(None);
        }
        Ok(Some(Value::Void))
    }

    /// Whether what is translated now may be run behind what is translated later: in loops, behind labels, in recursive functions and calls back.
    fn comes_again(&self) -> bool {
        let again = |a: &super::Activation| a.habits.has_labels || self.components.of(&a.function).is_some();
        self.graph.locs.iter().any(|l| l.loop_head) || self.activations.iter().any(again) || self.is_called_from_outside()
    }

    /// Whether random numbers were given or seeded before.
    fn seeded(&mut self) -> VarId {
        match self.seeded {
            Some(seeded) => seeded,
            None => {
                let seeded = self.add_var("$seeded".into(), Sort::Int, None, None, None, 0);
                *self.seeded.insert(seeded)
            }
        }
    }

    /// Whether the only argument is zero exactly if what the parameter gets is.
    fn keeps_truth(&mut self, name: &str, call: &CallExpression) -> Res<bool> {
        let ([argument], Some(signature)) = (call.arguments.as_slice(), self.signature(name)) else { return Ok(false) };
        let wide = match signature.params.as_slice() {
            [(_, CType::Int(to))] => *to,
            _ => return Ok(false),
        };
        Ok(wide.is_bool() || matches!(self.type_of(argument)?, CType::Int(from) if from.bits <= wide.bits))
    }

    /// The handlers that `atexit` was given run, where a program uses it.
    pub fn run_handlers(&mut self, span: &Span) -> Res<()> {
        if self.activations.iter().any(|a| a.function == "__model_at_end") {
            return self.unsupported("`exit` in a function that `atexit` was given", span);
        }
        if self.functions.contains_key("__model_at_end") {
            let run = Value::Int(Scalar::constant(Int::ONE, CInt::INT));
            self.call_model("__model_at_end", vec![run, Value::Null], span)?;
        }
        Ok(())
    }

    /// What a function returns that gives any number in a range.
    pub fn any_between(&mut self, name: &str, low: i32, high: i32, span: &Span) -> Res<Value> {
        let ty = self.signature(name).map_or(CType::Int(CInt::INT), |s| s.result.clone());
        let value = self.any_value(&ty, InputKind::Call(name.into()), span)?;
        if let Value::Int(s) = &value {
            let inside = [(CmpOp::Ge, low), (CmpOp::Le, high)].map(|(op, c)| Formula::cmp(op, s.expr.clone(), i64::from(c)));
            self.graph.assume(Formula::and(inside), Note::Nothing, span);
        }
        Ok(value)
    }

    /// Only runs in which the condition holds go on.
    fn assumption(&mut self, e: &Node<Expression>, span: &Span) -> Res<()> {
        let exits = self.condition(e)?;
        match exits.simple(self.graph.here) {
            Some(formula) => {
                let formula = formula.clone();
                self.graph.assume(formula, Note::Nothing, span);
            }
            None => {
                let next = self.graph.loc(Some(span.clone()));
                self.connect(&exits.yes, next, span);
                let end = self.end;
                self.connect(&exits.no, end, span);
                self.graph.here = next;
            }
        }
        Ok(())
    }

    fn assertion(&mut self, e: &Node<Expression>, span: &Span) -> Res<()> {
        let message = format!("assertion `{}` fails", self.source.snippet(e.span));
        let exits = self.condition(e)?;
        let (next, bad) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        if let Some(formula) = exits.simple(self.graph.here) {
            let violated = formula.negate();
            self.require(vec![(Check::Reach, violated, message)], span);
            return Ok(());
        }
        self.connect(&exits.yes, next, span);
        self.connect(&exits.no, bad, span);
        self.graph.here = bad;
        self.fail(Check::Reach, message, span);
        self.graph.here = next;
        Ok(())
    }

    pub fn input_by_name(&self, name: &str) -> CInt {
        let suffix = name.rsplit('_').next().unwrap_or_default();
        let fixed = |bits: u16, signed| CInt::new(if bits <= 16 { Rank::Short } else { Rank::LongLong }, bits, signed);
        match suffix {
            "uint" | "unsigned" | "u32" | "uint32" => CInt::UINT,
            "char" | "schar" => CInt::CHAR,
            "uchar" | "u8" => CInt::UCHAR,
            "short" => fixed(16, true),
            "ushort" | "u16" => fixed(16, false),
            "long" | "loff" => self.types.long(true),
            "ulong" => self.types.long(false),
            "longlong" => self.types.long_long(true),
            "ulonglong" | "u64" => self.types.long_long(false),
            "bool" => CInt::BOOL,
            "size" | "t" if name.ends_with("size_t") => self.types.size_type(),
            _ => CInt::INT,
        }
    }

    fn absolute(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Scalar> {
        let ty = match name {
            "abs" => CInt::INT,
            "labs" => self.types.long(true),
            _ => self.types.long_long(true),
        };
        let value = self.int_value(&call.arguments[0])?;
        let value = self.convert(value, ty);
        let value = self.spill(value, span);
        let what = format!("{name}({})", self.source.snippet(call.arguments[0].span));
        let negative = self.negative(value.clone(), &what, span);
        let below = Formula::cmp(CmpOp::Lt, value.expr.clone(), 0);
        Ok(self.scalar(Expr::ite(below, negative.expr, value.expr), ty, 2))
    }

    /// The text of a string literal.
    pub fn literal_text(&self, e: &Node<Expression>) -> Option<String> {
        Some(String::from_utf8_lossy(&self.literal_bytes_of(e)?).into_owned())
    }

    /// A function that prints. What cannot be printed exactly appears as `?`.
    fn output(&mut self, name: &str, tells: Tells, stream: Option<usize>, call: &CallExpression, wanted: bool, span: &Span) -> Res<Value> {
        let plain = name.trim_start_matches("__builtin_");
        let format = call.arguments.first().and_then(|a| self.literal_text(a));
        let mut arguments = Vec::new();
        match (plain, format) {
            ("printf", Some(format)) => self.print(&format, call, span)?,
            ("puts", Some(text)) => {
                self.graph.emit(Stmt::Print { pieces: vec![format!("{text}\n").into()], values: Vec::new() }, span);
            }
            ("putchar", _) if !wanted => {
                for argument in call.arguments.iter().rev() {
                    self.effect(argument)?;
                }
            }
            _ => arguments = self.arguments(call, None)?,
        }
        let argument = |n: usize| arguments.get(n).cloned().flatten();
        let target = match (stream, plain) {
            (Some(n), _) => argument(n),
            (None, "printf" | "vprintf" | "puts" | "putchar") => self.standard_stream("stdout"),
            (None, "perror") => self.standard_stream("stderr"),
            (None, "fflush") => argument(0),
            (None, _) => None,
        };
        if let (Some(_), Some(stream)) = (stream, &target) {
            self.check_stream(stream, span)?;
        }
        match plain {
            // The literal that `puts` gets is printed already.
            "puts" if arguments.is_empty() => {}
            "puts" | "fputs" | "fputs_unlocked" => self.read_text(argument(0), None, span)?,
            // Without a text it prints the error alone.
            "perror" if !matches!(argument(0), Some(Value::Null)) => self.read_text(argument(0), None, span)?,
            "printf" | "fprintf" | "dprintf" | "syslog" if !arguments.is_empty() => {
                let at = usize::from(plain != "printf");
                self.printed(plain, call, at, &arguments, span)?;
            }
            // All streams, or one that is open.
            "fflush" => {
                if let Some(stream @ (Value::Address(_) | Value::Pointer(_))) = argument(0) {
                    let address = self.as_address(stream, span)?;
                    let all = match &address.object {
                        Expr::Const(_) => None,
                        _ => Some(self.unless(address.is_not_null(), span)),
                    };
                    self.check_stream(&Value::Address(address), span)?;
                    if let Some(all) = all {
                        self.graph.arrive(all, span);
                    }
                }
            }
            _ => {}
        }
        self.may_set_errno(span)?;
        let target = target.filter(|_| self.asks_errors());
        let is_truth = |n: Expr| Formula::and([Formula::cmp(CmpOp::Ge, n.clone(), 0), Formula::cmp(CmpOp::Le, n, 1)]);
        if !wanted || tells == Tells::Nothing {
            if let Some(target) = target {
                let fails = self.open_number(&format!("whether `{plain}` fails"), CInt::INT, &is_truth, span)?;
                self.written(target, Formula::cmp(CmpOp::Eq, fails.expr, 1), span)?;
            }
            return Ok(Value::Void);
        }
        let least = self.least_printed(plain, call);
        let printed = match (tells, argument(0)) {
            (Tells::Character, Some(Value::Int(c))) => {
                let c = self.convert(c, CInt::UCHAR);
                Some(self.spill(c, span).expr)
            }
            _ => None,
        };
        let is = |op: CmpOp, n: &Expr, value: i64| Formula::cmp(op, n.clone(), value);
        let told = |n: Expr| match (tells, &printed, least) {
            (Tells::Count, _, Some((least, true))) => Formula::or([is(CmpOp::Lt, &n, 0), is(CmpOp::Eq, &n, least)]),
            (Tells::Count, _, Some((least, false))) => Formula::or([is(CmpOp::Lt, &n, 0), is(CmpOp::Ge, &n, least)]),
            (Tells::Count, _, None) | (Tells::Nothing, ..) => Formula::True,
            (Tells::Character, Some(c), _) => Formula::or([is(CmpOp::Eq, &n, -1), Formula::cmp(CmpOp::Eq, n.clone(), c.clone())]),
            (Tells::Character, None, _) => Formula::and([is(CmpOp::Ge, &n, -1), is(CmpOp::Le, &n, 255)]),
            (Tells::Success, ..) => is(CmpOp::Ge, &n, -1),
            (Tells::Zero, ..) => Formula::and([is(CmpOp::Ge, &n, -1), is(CmpOp::Le, &n, 0)]),
        };
        let result = self.open_number(&format!("what `{plain}` returns"), CInt::INT, &told, span)?;
        if let Some(target) = target {
            let failed = is(CmpOp::Lt, &result.expr, 0);
            // A format fails also where characters cannot be encoded, which is no error of the stream.
            let counts = match tells {
                Tells::Count => {
                    let n = self.open_number(&format!("whether `{plain}` meets an error"), CInt::INT, &is_truth, span)?;
                    Formula::cmp(CmpOp::Eq, n.expr, 1)
                }
                _ => Formula::True,
            };
            self.written(target, Formula::and([failed, counts]), span)?;
        }
        Ok(Value::Int(result))
    }

    fn print(&mut self, format: &str, call: &CallExpression, span: &Span) -> Res<()> {
        // Evaluated from the last to the first, as the arguments of any call.
        let arguments = self.arguments(call, None)?;
        if !self.printed("printf", call, 0, &arguments, span)? {
            return Ok(());
        }
        let mut pieces: Vec<String> = vec![String::new()];
        let mut values = Vec::new();
        let mut rest = format;
        let mut next = 1;
        while let Some(at) = rest.find('%') {
            let (text, conversion, stars, after) = self.conversion(rest, at);
            next += stars;
            let last = pieces.last_mut().expect("there is a piece");
            last.push_str(text);
            rest = after;
            let Some(conversion) = conversion else {
                last.push('%');
                continue;
            };
            let argument = arguments.get(next).cloned().flatten();
            let literal = call.arguments.get(next).and_then(|a| self.literal_text(a));
            next += 1;
            match (conversion, argument, literal) {
                // An argument that is narrower than the format expects has no defined value.
                (Conversion::Decimal(ty), Some(Value::Int(value)), _) if self.math() || value.ty.bits >= ty.promote().bits => {
                    values.push(self.convert(value, ty).expr);
                    pieces.push(String::new());
                }
                (Conversion::Text, _, Some(text)) => last.push_str(&text),
                (Conversion::Character, Some(Value::Int(value)), _) => match value.expr.as_const().and_then(|c| u8::try_from(c).ok()) {
                    Some(c) => last.push(char::from(c)),
                    None => last.push('?'),
                },
                _ => last.push('?'),
            }
        }
        pieces.last_mut().expect("there is a piece").push_str(rest);
        let pieces: Vec<Name> = pieces.into_iter().map(|p| p.as_str().into()).collect();
        self.graph.emit(Stmt::Print { pieces, values }, span);
        Ok(())
    }

    /// Reads one conversion specification: the text before it, what it prints (none for `%%`), how many arguments its width
    /// and precision take, the rest.
    fn conversion<'f>(&self, format: &'f str, at: usize) -> (&'f str, Option<Conversion>, usize, &'f str) {
        let body = &format[at + 1..];
        let is_flag = |c: char| "-+ #0123456789.*'".contains(c);
        let flags = body.find(|c| !is_flag(c)).unwrap_or(body.len());
        let plain = flags == 0;
        let length = body[flags..].find(|c: char| !"hlzjtLq".contains(c)).unwrap_or(body.len() - flags);
        let size = &body[flags..flags + length];
        let kind = body[flags + length..].chars().next();
        let end = flags + length + kind.map_or(0, char::len_utf8);
        let ty = self.sized_type(size, !matches!(kind, Some('u')));
        let conversion = match (kind, ty) {
            (Some('%'), _) if plain => None,
            (Some('d' | 'i' | 'u'), Some(ty)) if plain => Some(Conversion::Decimal(ty)),
            (Some('s'), _) if plain && size.is_empty() => Some(Conversion::Text),
            (Some('c'), _) if plain && size.is_empty() => Some(Conversion::Character),
            _ => Some(Conversion::Other),
        };
        (&format[..at], conversion, body[..flags].matches('*').count(), &body[end..])
    }
}

use super::repair;
use crate::tokens::blank_comments;

fn repaired(text: &str) -> String {
    repair(&blank_comments(text, true)).text
}

/// The repaired text without the blanks that stand for what was taken away.
fn words(text: &str) -> String {
    repaired(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn old_and_gnu_forms_are_rewritten() {
    assert_eq!(repaired("main() { static x; return x ?: 2; }"), "int main() { static int x; return x ? __bevel_same : 2; }");
    assert_eq!(repaired("int a$b __attribute__((unused)) ;"), "int aSb                         ;");
    assert_eq!(repaired("_Static_assert(1); int x;"), "_Static_assert(1, \"\"); int x;");
    assert_eq!(repaired("extern __attribute__((x)) void f(void);"), "extern                    void f(void);");
    assert_eq!(words("int f(void) __attribute__((x)) __asm__(\"f\") ; int x;"), "int f(void) ; int x;");
    assert_eq!(repaired("f(x); int g(void) { f(x); }"), "int f(x); int g(void) { f(x); }");
    assert_eq!(
        words("x; *p; a = 1; typedef int T; T; struct s { int a; } q(b) struct s b; { }"),
        "int x; int *p; int a = 1; typedef int T; T; struct s { int a; } q(b) struct s b; { }"
    );
    assert_eq!(words("struct { int a; } static v;;"), "struct { int a; } static v;");
    assert_eq!(words("int _Alignas(8) c;"), "int _Alignas(8) c;");
    assert!(words("void f() { static struct __attribute__((packed)) { int a; } v; }").contains("int a; int __bevel_layout_pack_1; } v;"));
    assert!(words("void f() { static int __attribute__((noinline)) g(int a) { return a; } }").contains("__bevel_nested_function"));
}

#[test]
fn labels_get_a_statement() {
    assert_eq!(words("void f() { a: } "), "void f() { a:; }");
    assert_eq!(words("void f() { a: int x; case y ? 1 : 2: T z; b: x = 1; }"), "void f() { a:; int x; case y ? 1 : 2:; T z; b: x = 1; }");
    assert_eq!(words("void f() { { __label__ l; l: goto l; } l: ; }"), "void f() { { l__1: goto l__1; } l: ; }");
    assert_eq!(
        words("void *p = &&l; x = (a) && b; y = (void *)&&l; z = i++ && b; n = sizeof(long) && b;"),
        "void *p = __bevel_address_of_a_label_l; int x = (a) && b; int y = (void *)__bevel_address_of_a_label_l; int z = i++ && b; int n = sizeof(long) && b;"
    );
}

#[test]
fn lines_stay_lines() {
    for text in [
        "void f() { asm(\"a\"\n\"b\"\n: : ); }\nint x;",
        "int f(void) { int\ng(int a)\n{\nreturn 1;\n}\nreturn 0; }",
        "_Static_assert(\n1\n)\n;\n",
        "int a[[\n\n]];",
        "__auto_type x = (1\n+ 2);\n",
    ] {
        assert_eq!(repaired(text).lines().count(), text.lines().count(), "{}", repaired(text));
    }
}

#[test]
fn layout_attributes_leave_a_mark() {
    let marked = |text: &str| words(text).contains("__bevel_layout_");
    assert!(marked("struct s { char a; int b; } __attribute__((packed)) v;"));
    assert!(marked("struct __attribute__((__packed__)) s { char a; int b; };"));
    assert!(marked("struct s { char a __attribute__((aligned(8))); };"));
    assert!(marked("struct s { _Alignas(8) char a; };"));
    assert!(!marked("struct s { char a; } v __attribute__((aligned(8)));"));
    assert!(!marked("struct s { char a __attribute__((unused)); };"));
    assert!(!marked("_Alignas(8) char c; void f(void) { int x __attribute__((aligned(16))); }"));
    assert!(repair("typedef int T __attribute__((aligned(16)));").odd_layout);
    assert!(repair("int f(void) __attribute__((alias(\"g\")));").trouble.is_some());
    assert!(repair("int f(void) asm(\"g\"); int g(void) { return 1; }").trouble.is_some());
    assert!(repair("extern int f(void) asm(\"g\"); extern int g(void);").trouble.is_none());
}

#[test]
fn spellings() {
    assert_eq!(words("double d = 1.0d + 1e3f + 0x1fd + 1.0L;"), "double d = 1.0 + 1e3f + 0x1fd + 1.0L;");
    assert_eq!(words("x = 2.5i + 1.0q;"), "int x = __bevel_imaginary_constant + __bevel_extended_floating_constant;");
    assert_eq!(words(r#"char *s = "\e\q\u00e9" "a\n";"#), r#"char *s = "\033q\303\251" "a\n";"#);
    assert_eq!(words("int é, a\\u00e9, a_ue9_;"), "int _xe9_, a_xe9_ , a_ue9_;");
}

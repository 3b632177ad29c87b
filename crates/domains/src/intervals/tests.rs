use super::*;

#[test]
fn laws() {
    base::laws::check(Intervals::new);
}

//! The heap that a failing run was given, as a picture: boxes for objects, with their fields, and arrows for pointers.
//!
//! The picture is SVG, which every browser shows. Objects stand in rows in the order of their numbers; an arrow begins at the line of its field and ends at the head
//! of its object. Null has no arrow.

use crate::heap::Heap;
use base::{Int, Name, SortedMap};
use std::fmt::Write;

const WIDTH: usize = 170;
const LINE: usize = 20;
/// Between boxes, for arrows.
const GAP: usize = 70;
const IN_A_ROW: usize = 5;

/// The picture; none if there is no object.
pub fn svg(heap: &Heap) -> Option<String> {
    let mut corners: SortedMap<(&Name, usize), (usize, usize)> = SortedMap::new();
    let (mut x, mut y, mut tallest) = (GAP, GAP / 2 + 3 * LINE, 0);
    let mut body = String::new();
    for (of, count) in &heap.counts {
        let known = heap.objects.get(of).map_or(0, Vec::len);
        let shown = if known > 0 { known } else { usize::try_from(count).unwrap_or(usize::MAX).min(crate::heap::MOST) };
        for i in 0..shown {
            if corners.len().is_multiple_of(IN_A_ROW) && !corners.is_empty() {
                (x, y, tallest) = (GAP, y + tallest + GAP, 0);
            }
            let fields = heap.objects.get(of).and_then(|all| all.get(i)).map_or(&[][..], Vec::as_slice);
            let height = LINE * (fields.len() + 1);
            let _ = writeln!(body, "<rect x='{x}' y='{y}' width='{WIDTH}' height='{height}' class='object'/>");
            let _ = writeln!(body, "<text x='{}' y='{}' class='head'>{} {}</text>", x + 8, y + LINE - 6, escaped(of), i + 1);
            for (line, (field, value, to)) in fields.iter().enumerate() {
                let text = match to {
                    Some(_) if *value == Int::ZERO => format!("{field} = null"),
                    Some(_) => field.to_string(),
                    None => format!("{field} = {value}"),
                };
                let _ = writeln!(body, "<text x='{}' y='{}'>{}</text>", x + 8, y + LINE * (line + 2) - 6, escaped(&text));
            }
            corners.insert((of, i + 1), (x, y));
            (x, tallest) = (x + WIDTH + GAP, tallest.max(height));
        }
    }
    if corners.is_empty() {
        return None;
    }
    let corner = |to: &Name, value: &Int| usize::try_from(value).ok().and_then(|n| corners.get(&(to, n))).copied();
    for ((of, i), (x, y)) in &corners {
        let fields = heap.objects.get(*of).and_then(|all| all.get(i - 1)).map_or(&[][..], Vec::as_slice);
        for (line, (_, value, to)) in fields.iter().enumerate() {
            let Some(end) = to.as_ref().and_then(|to| corner(to, value)) else { continue };
            arrow(&mut body, (x + WIDTH, y + LINE * (line + 1) + LINE / 2), (end.0, end.1 + LINE / 2));
        }
    }
    for (n, (name, value, to)) in heap.pointers.iter().enumerate() {
        let x = GAP + n * (WIDTH + GAP) / 2;
        let null = if *value == Int::ZERO { " = null" } else { "" };
        let _ = writeln!(body, "<text x='{x}' y='{LINE}' class='head'>{}{null}</text>", escaped(name));
        if let Some((to_x, to_y)) = corner(to, value) {
            let _ = writeln!(body, "<path d='M {x} {} L {} {to_y}' class='pointer'/>", LINE + 6, to_x + WIDTH / 3);
        }
    }
    let width = GAP + corners.len().min(IN_A_ROW) * (WIDTH + GAP);
    let width = width.max(GAP + (heap.pointers.len() + 1) * (WIDTH + GAP) / 2);
    let height = y + tallest + GAP;
    Some(format!("<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'>\n{START}{body}</svg>\n"))
}

/// From the right side of a box to the left side of another: back around if that lies before it.
fn arrow(body: &mut String, (x, y): (usize, usize), (to_x, to_y): (usize, usize)) {
    let reach = if to_x >= x { GAP / 2 } else { GAP };
    let (out, into) = (x + reach, to_x.saturating_sub(reach));
    let _ = writeln!(body, "<path d='M {x} {y} C {out} {y} {into} {to_y} {to_x} {to_y}' class='pointer'/>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const START: &str = "<defs><marker id='tip' viewBox='0 0 10 10' refX='9' refY='5' markerWidth='8' markerHeight='8' orient='auto'>\
<path d='M 0 0 L 10 5 L 0 10 z'/></marker></defs>
<style>text { font: 13px monospace; } .head { font-weight: bold; } .object { fill: #f7f5ee; stroke: #444; } \
.pointer { fill: none; stroke: #444; marker-end: url(#tip); }</style>
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_object_has_a_box_and_each_pointer_an_arrow() {
        let node: Name = "struct node".into();
        let link = |to: i64| ("next".into(), Int::from(to), Some(node.clone()));
        let data = |value: i64| ("data".into(), Int::from(value), None);
        let heap = Heap {
            counts: vec![(node.clone(), Int::from(3))],
            objects: [(node.clone(), vec![vec![link(2), data(7)], vec![link(2), data(-1)], vec![link(0), data(0)]])].into(),
            pointers: vec![("x".into(), Int::from(1), node.clone()), ("y".into(), Int::ZERO, node.clone())],
        };
        let text = svg(&heap).unwrap();
        assert_eq!(text.matches("class='object'").count(), 3, "{text}");
        // Two links and one pointer; null has no arrow.
        assert_eq!(text.matches("class='pointer'").count(), 3, "{text}");
        for words in ["struct node 3", "next = null", "data = -1", "y = null"] {
            assert!(text.contains(words), "no {words} in {text}");
        }
        assert!(svg(&Heap::default()).is_none());
    }
}

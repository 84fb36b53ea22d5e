//! Charts as SVG.

use std::fmt::Write;

use super::Escaped;
use super::words::both_in_svg;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 28.0;

/// A curve, optionally with a confidence band.
pub(crate) struct Curve {
    /// The points (x, y) from left to right, at least two.
    pub points: Vec<(f64, f64)>,
    /// The lower and upper ends of the band at each point; empty for no band. Infinite ends are drawn to the border and
    /// do not affect the axis.
    pub band: Vec<(f64, f64)>,
    /// The name in the legend, shown if there is more than one curve.
    pub name: String,
}

/// A chart of curves over games, with dashed horizontal lines at `bounds`. Its label is given as attributes. The style
/// sheet has colours for eight curves.
pub(super) fn curves(label: &str, curves: &[Curve], bounds: &[f64]) -> String {
    let mut svg = open(label, HEIGHT);
    let games = |value: f64| both_in_svg(format!("{value} games"), format!("{value} 局"));
    plot(&mut svg, games, curves, bounds);
    svg.push_str("</svg></div>");
    if curves.len() > 1 {
        svg.push_str("<ul class=\"legend\">");
        for (index, curve) in curves.iter().enumerate() {
            let _ = write!(svg, "<li class=\"c{index}\">{}</li>", Escaped(&curve.name));
        }
        svg.push_str("</ul>");
    }
    svg
}

/// The same chart as a separate file, with a title and a legend.
#[cfg(feature = "lab")]
pub(crate) fn document(title: &str, unit: &str, curves: &[Curve], bounds: &[f64]) -> String {
    const ROW: f64 = 18.0;
    let top = ROW * (2 + curves.len()) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {} {WIDTH} {}\" width=\"{WIDTH}\" height=\"{}\">\
         <style>{DOCUMENT_STYLE}</style>\
         <rect x=\"0\" y=\"{}\" width=\"{WIDTH}\" height=\"{}\" fill=\"#fff\"/>",
        -top,
        HEIGHT + top,
        HEIGHT + top,
        -top,
        HEIGHT + top,
    );
    text(&mut svg, LEFT, ROW - top, "start", &Escaped(title).to_string());
    for (index, curve) in curves.iter().enumerate() {
        let y = ROW * (index + 2) as f64 - top;
        let colour = if curves.len() > 1 { format!(" c{index}") } else { String::new() };
        line(&mut svg, &format!("line{colour}"), (LEFT, y - 4.0), (LEFT + 24.0, y - 4.0));
        text(&mut svg, LEFT + 32.0, y, "start", &Escaped(&curve.name).to_string());
    }
    plot(&mut svg, |value| Escaped(&format!("{value} {unit}")).to_string(), curves, bounds);
    svg + "</svg>\n"
}

/// The style of [`document`].
#[cfg(feature = "lab")]
const DOCUMENT_STYLE: &str = "text{font:12px sans-serif;fill:#444}.axis{stroke:#ddd}\
    .bound{stroke:#888;stroke-dasharray:4 4}.line{fill:none;stroke:#2a78d6;stroke-width:2}\
    .c0{stroke:#2a78d6}.c1{stroke:#d9742b}.c2{stroke:#3a9d5d}.c3{stroke:#8a56b8}\
    .band{fill:#2a78d6;opacity:.15}";

/// Draws the axes, bounds and curves. `across` names a value of the lower axis, as markup.
fn plot(svg: &mut String, across: impl Fn(f64) -> String, curves: &[Curve], bounds: &[f64]) {
    let of_all =
        |pick: fn(&(f64, f64)) -> f64| curves.iter().flat_map(move |curve| curve.points.iter().map(pick));
    let heights: Vec<f64> = of_all(|point| point.1)
        .chain(bounds.iter().copied())
        .chain(curves.iter().flat_map(|curve| inner_band(&curve.band)))
        .collect();
    let (low, high) = range(&heights);
    let (start, end) = range(&of_all(|point| point.0).collect::<Vec<_>>());
    let x = |value: f64| LEFT + (value - start) / (end - start) * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| TOP + (high - value.clamp(low, high)) / (high - low) * (HEIGHT - TOP - BOTTOM);
    for height in ticks(low, high) {
        line(svg, "axis", (LEFT, y(height)), (WIDTH - RIGHT, y(height)));
        text(svg, LEFT - 6.0, y(height) + 4.0, "end", &format!("{height}"));
    }
    for (value, anchor) in [(start, "start"), (end, "end")] {
        text(svg, x(value), HEIGHT - 8.0, anchor, &across(value));
    }
    for &bound in bounds {
        line(svg, "bound", (LEFT, y(bound)), (WIDTH - RIGHT, y(bound)));
    }
    for (index, curve) in curves.iter().enumerate() {
        if curve.band.len() == curve.points.len() {
            let upper = curve.points.iter().zip(&curve.band).map(|(point, band)| (point.0, band.1));
            let lower = curve.points.iter().zip(&curve.band).map(|(point, band)| (point.0, band.0));
            let outline: Vec<String> =
                upper.chain(lower.rev()).map(|(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
            let _ = write!(svg, "<polygon class=\"band\" points=\"{}\"/>", outline.join(" "));
        }
        let path: Vec<String> =
            curve.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
        let colour = if curves.len() > 1 { format!(" c{index}") } else { String::new() };
        let _ = write!(svg, "<polyline class=\"line{colour}\" fill=\"none\" points=\"{}\"/>", path.join(" "));
    }
}

/// The band without its first fifth, which is so wide that it would flatten everything else.
fn inner_band(band: &[(f64, f64)]) -> impl Iterator<Item = f64> + '_ {
    band[band.len() / 5..].iter().flat_map(|&(low, high)| [low, high])
}

/// A chart of ratings with error bars, one row each: name, value, lower and upper end.
pub(super) fn bars(label: &str, rows: &[(&str, f64, f64, f64)]) -> String {
    const ROW: f64 = 24.0;
    const NAMES: f64 = 200.0;
    let ends: Vec<f64> = rows.iter().flat_map(|&(_, value, low, high)| [value, low, high]).collect();
    let (least, greatest) = range(&ends);
    let height = TOP + ROW * rows.len() as f64 + BOTTOM;
    let x = |value: f64| {
        NAMES + (value.clamp(least, greatest) - least) / (greatest - least) * (WIDTH - NAMES - RIGHT)
    };
    let mut svg = open(label, height);
    for tick in ticks(least, greatest) {
        line(&mut svg, "axis", (x(tick), TOP), (x(tick), height - BOTTOM));
        text(&mut svg, x(tick), height - 8.0, "middle", &format!("{tick}"));
    }
    for (index, &(name, value, low, high)) in rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        text(&mut svg, NAMES - 8.0, y + 4.0, "end", &Escaped(&shortened(name)).to_string());
        line(&mut svg, "whisker", (x(low), y), (x(high), y));
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\">\
             <title>{} {value:+.1} ({low:+.1} to {high:+.1})</title></circle>",
            x(value),
            Escaped(name)
        );
    }
    svg + "</svg></div>"
}

fn shortened(name: &str) -> String {
    const MOST: usize = 26;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

fn open(label: &str, height: f64) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\">\
         <svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" {label}>"
    )
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        from.0, from.1, to.0, to.1
    );
}

/// A text, given as markup.
fn text(svg: &mut String, x: f64, y: f64, anchor: &str, markup: &str) {
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{markup}</text>");
}

/// The least and greatest finite values, never equal.
fn range(values: &[f64]) -> (f64, f64) {
    let finite = values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = finite
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    match (low.is_finite(), high - low < 1e-9) {
        (false, _) => (0.0, 1.0),
        (true, true) => (low - 1.0, high + 1.0),
        (true, false) => (low, high),
    }
}

/// Round numbers in a range.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    // Rounded, because 3 × 0.1 is not 0.3.
    (first..=last).map(|count| (count as f64 * step * 1e6).round() / 1e6).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(-3.0, 3.0), [-2.0, 0.0, 2.0]);
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(95.0, 480.0), [100.0, 200.0, 300.0, 400.0]);
    }

    #[test]
    fn infinite_bands_do_not_stretch_the_axis() {
        let points: Vec<(f64, f64)> = (0..10).map(|x| (f64::from(x), f64::from(x * 20))).collect();
        let end = |x: i32| if x < 8 { f64::INFINITY } else { 240.0 };
        let band = (0..10).map(|x| (-end(x), end(x))).collect();
        let svg = curves("x", &[Curve { points, band, name: String::new() }], &[]);
        assert!(svg.contains(">200<") && svg.contains(">-200<"), "{svg}");
        assert!(!svg.contains("000<") && !svg.contains("inf"), "{svg}");
        let svg = bars("x", &[("a", 0.0, f64::NEG_INFINITY, f64::INFINITY), ("b", 50.0, 40.0, 60.0)]);
        assert!(
            !svg.contains("x1=\"inf") && !svg.contains("x2=\"inf") && !svg.contains("x1=\"-inf"),
            "{svg}"
        );
    }

    #[test]
    fn degenerate_values_draw_something() {
        for points in [vec![(0.0, 0.0), (0.0, 0.0)], vec![(1.0, f64::INFINITY), (2.0, f64::NEG_INFINITY)]] {
            let svg = curves("x", &[Curve { points, band: Vec::new(), name: String::new() }], &[]);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}

//! Pictures of an experiment's figures, as SVG: line charts and bars. Their text is text, which the viewer's fonts render.

use std::error::Error;
use std::fs;
use std::path::Path;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A picture, which is drawn to the file `name`.svg.
pub(crate) struct Picture {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) chart: Chart,
}

pub(crate) enum Chart {
    /// Lines through points with the coordinates (x, y), each of which has a name.
    Lines { x: Axis, y: Axis, lines: Vec<(String, Vec<(f64, f64)>)> },
    /// Groups of horizontal bars. A group has a name and a value for each of `series`, or none.
    Bars { unit: &'static str, series: Vec<String>, groups: Vec<(String, Vec<Option<f64>>)> },
}

/// An axis of a line chart. Its range is that of the points.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    label: &'static str,
    /// The base of a logarithmic axis.
    base: Option<f64>,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis that begins with zero.
    pub(crate) fn linear(label: &'static str) -> Self {
        Axis { label, base: None, from: 0.0, to: 1.0 }
    }

    /// A logarithmic axis with powers of ten.
    pub(crate) fn log10(label: &'static str) -> Self {
        Axis { base: Some(10.0), ..Axis::linear(label) }
    }

    /// A logarithmic axis with powers of two.
    pub(crate) fn log2(label: &'static str) -> Self {
        Axis { base: Some(2.0), ..Axis::linear(label) }
    }

    /// The axis for these values, with a margin.
    fn over(self, values: impl Iterator<Item = f64> + Clone) -> Self {
        let (least, most) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max));
        match self.base {
            Some(_) => Axis { from: least / 1.2, to: most * 1.2, ..self },
            None => Axis { from: 0.0, to: most * 1.05, ..self },
        }
    }

    /// The distance of neighbouring marks on a linear axis.
    fn step(&self) -> f64 {
        let rough = (self.to - self.from) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|step| *step >= rough).unwrap_or(10.0 * power)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let scale = |value: f64| self.base.map_or(value, |_| value.ln());
        RangedCoordf64::from(scale(self.from)..scale(self.to)).map(&scale(*value), limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let Some(base) = self.base else {
            let step = self.step();
            return (0..=(self.to / step) as i32).map(|k| f64::from(k) * step).collect();
        };
        let (first, last) = (self.from.log(base).ceil() as i32, self.to.log(base).floor() as i32);
        let every = (last - first) as usize / hint.max_num_points().clamp(1, 12) + 1;
        // Few powers are too few marks.
        let digits: &[f64] = if base == 10.0 && last - first < 2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = (first - 1..=last).rev().step_by(every).map(|k| base.powi(k));
        let marks = powers.flat_map(|power| digits.iter().map(move |digit| digit * power));
        marks.filter(|mark| (self.from..=self.to).contains(mark)).collect()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.from..self.to
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        short(*value)
    }

    fn format_ext(&self, value: &f64) -> String {
        let power = self.base.map(|base| (base, value.log(base).round() as i32));
        let is_power = |base: f64, exponent: i32| (base.powi(exponent) / value - 1.0).abs() < 1e-9;
        match power {
            // The others have few digits.
            Some((base, exponent)) if is_power(base, exponent) && !(1e-3..1e4).contains(value) => {
                format!("{base}{}", superscript(exponent))
            }
            _ => short(*value),
        }
    }
}

fn superscript(exponent: i32) -> String {
    let digit = |c: char| {
        c.to_digit(10).map_or('⁻', |digit| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize])
    };
    exponent.to_string().chars().map(digit).collect()
}

/// A number with three digits.
fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (2 - value.abs().log10().floor() as i32).clamp(0, 9) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

const WIDTH: u32 = 900;
/// The title's height with the caption's.
const HEAD: i32 = 56;
const INK: RGBColor = RGBColor(40, 40, 40);
const FAINT: RGBColor = RGBColor(110, 110, 110);

/// Colours that the colour-blind tell apart.
fn colour(series: usize) -> RGBColor {
    const COLOURS: [RGBColor; 8] = [
        RGBColor(0, 114, 178),
        RGBColor(213, 94, 0),
        RGBColor(0, 158, 115),
        RGBColor(204, 121, 167),
        RGBColor(230, 159, 0),
        RGBColor(86, 180, 233),
        RGBColor(60, 60, 60),
        RGBColor(150, 150, 150),
    ];
    COLOURS[series % COLOURS.len()]
}

/// A font of this size in pixels: plotters writes sizes that are 1.24 times smaller.
fn font(size: i32) -> (&'static str, f64) {
    ("sans-serif", f64::from(size) * 1.24)
}

fn style(size: i32, colour: &'static RGBColor, at: HPos) -> TextStyle<'static> {
    TextStyle::from(font(size)).color(colour).pos(Pos::new(at, VPos::Center))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn text(area: &Area<'_>, text: &str, style: &TextStyle<'_>, at: (i32, i32)) -> Result<(), Box<dyn Error>> {
    Ok(area.draw(&Text::new(text, at, style))?)
}

fn fill(area: &Area<'_>, colour: RGBColor, from: (i32, i32), to: (i32, i32)) -> Result<(), Box<dyn Error>> {
    Ok(area.draw(&Rectangle::new([from, to], colour.filled()))?)
}

impl Picture {
    /// Draws the picture to its file in the folder, which is made.
    pub(crate) fn write(&self, folder: &Path, source: &str) -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}.svg", self.name));
        fs::write(&path, self.svg(source)?)?;
        println!("drew {}", path.display());
        Ok(())
    }

    /// The picture, with a caption that names the figures' source.
    pub(crate) fn svg(&self, source: &str) -> Result<String, Box<dyn Error>> {
        let height = match &self.chart {
            Chart::Lines { .. } => 480,
            Chart::Bars { series, groups, .. } => bars_height(series.len(), groups.len()),
        };
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, (WIDTH, height as u32)).into_drawing_area();
            area.fill(&WHITE)?;
            text(&area, &self.title, &style(18, &INK, HPos::Left), (16, 22))?;
            text(&area, source, &style(12, &FAINT, HPos::Left), (16, 44))?;
            match &self.chart {
                Chart::Lines { x, y, lines } => draw_lines(&area, *x, *y, lines)?,
                Chart::Bars { unit, series, groups } => draw_bars(&area, unit, series, groups)?,
            }
            area.present()?;
        }
        Ok(svg)
    }
}

fn draw_lines(area: &Area<'_>, x: Axis, y: Axis, lines: &[(String, Vec<(f64, f64)>)]) -> Result<(), Box<dyn Error>> {
    const LEGEND: i32 = 250;
    let points = lines.iter().flat_map(|(_, points)| points);
    let (x, y) = (x.over(points.clone().map(|point| point.0)), y.over(points.map(|point| point.1)));
    let (left, right) = area.margin(HEAD, 8, 8, 8).split_horizontally(WIDTH as i32 - LEGEND);
    let mut chart = ChartBuilder::on(&left).x_label_area_size(48).y_label_area_size(72).build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(x.label)
        .y_desc(y.label)
        .axis_desc_style(style(14, &INK, HPos::Center))
        .label_style(style(12, &INK, HPos::Center))
        .bold_line_style(BLACK.mix(0.12))
        .light_line_style(TRANSPARENT)
        .max_light_lines(0)
        .draw()?;
    for (number, (name, points)) in lines.iter().enumerate() {
        let colour = colour(number);
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
        let at = 14 + 20 * number as i32;
        fill(&right, colour, (4, at - 2), (22, at + 2))?;
        text(&right, name, &style(13, &INK, HPos::Left), (30, at))?;
    }
    Ok(())
}

const BAR: i32 = 15;
const BETWEEN_GROUPS: i32 = 9;
const LEGEND_OF_BARS: i32 = 26;

fn bars_height(series: usize, groups: usize) -> i32 {
    HEAD + LEGEND_OF_BARS + groups as i32 * (series as i32 * BAR + BETWEEN_GROUPS) + 12
}

fn draw_bars(
    area: &Area<'_>,
    unit: &str,
    series: &[String],
    groups: &[(String, Vec<Option<f64>>)],
) -> Result<(), Box<dyn Error>> {
    const NAMES: i32 = 260;
    const LONGEST: f64 = 500.0;
    let most = groups.iter().flat_map(|(_, values)| values.iter().flatten()).fold(0.0, |a: f64, b| a.max(*b));
    let mut at = HEAD + LEGEND_OF_BARS / 2;
    text(area, unit, &style(13, &FAINT, HPos::Right), (NAMES - 8, at))?;
    let widths = series.iter().map(|name| 34 + 8 * name.chars().count() as i32);
    let lefts = widths.scan(NAMES, |left, width| {
        *left += width;
        Some(*left - width)
    });
    for (number, (name, left)) in series.iter().zip(lefts).enumerate() {
        fill(area, colour(number), (left, at - 5), (left + 12, at + 6))?;
        text(area, name, &style(13, &INK, HPos::Left), (left + 18, at))?;
    }
    at += LEGEND_OF_BARS / 2;
    for (name, values) in groups {
        let middle = at + series.len() as i32 * BAR / 2;
        text(area, name, &style(13, &INK, HPos::Right), (NAMES - 8, middle))?;
        for (number, value) in values.iter().enumerate() {
            let top = at + number as i32 * BAR;
            let Some(value) = value else { continue };
            let end = NAMES + (value / most * LONGEST).round() as i32;
            fill(area, colour(number), (NAMES, top), (end.max(NAMES + 1), top + BAR - 2))?;
            text(area, &short(*value), &style(11, &INK, HPos::Left), (end + 5, top + BAR / 2))?;
        }
        at += series.len() as i32 * BAR + BETWEEN_GROUPS;
    }
    Ok(())
}

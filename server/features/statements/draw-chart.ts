import { addDays, monthStart } from '#domain/calendar-date.ts';
import { currencyMark } from '#domain/currency.ts';
import { highest } from '#domain/extremes.ts';
import { tickDollars } from '#domain/small-money.ts';
import { type Canvas, INK } from '../../paper/canvas.ts';
import { axisTicks, shownCount } from '../../paper/shown-numbers.ts';
import type { StatementDay } from './statement-data.ts';

/** A range of days drawn as one bar or point. */
export type ChartBucket = { readonly from: string; readonly views: number; readonly dollars: number };
export type ChartSeries = { readonly unit: 'day' | 'week' | 'month'; readonly buckets: readonly ChartBucket[] };

const MOST_DAILY = 62;
const MOST_WEEKLY = 62 * 7;

/** Returns the first day of a bucket. ISO weeks begin on Monday. */
const STARTS: Record<ChartSeries['unit'], (day: string) => string> = {
  day: (day) => day,
  week: (day) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7)),
  month: (day) => monthStart(day, 0),
};

/** Returns the days as they are, or sums them by ISO week or month if bars would become hairlines. */
export function chartSeries(days: readonly StatementDay[]): ChartSeries {
  const unit = days.length <= MOST_DAILY ? 'day' : days.length <= MOST_WEEKLY ? 'week' : 'month';
  const buckets = new Map<string, { views: number; micros: bigint }>();
  for (const { day, views, amountMicros } of days) {
    const from = STARTS[unit](day);
    const bucket = buckets.get(from) ?? { views: 0, micros: 0n };
    buckets.set(from, { views: bucket.views + views, micros: bucket.micros + amountMicros });
  }
  return {
    unit,
    buckets: [...buckets].map(([from, { views, micros }]) => ({ from, views, dollars: Number(micros) / 1_000_000 })),
  };
}

export type ChartFrame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type Chart = {
  readonly title: string;
  readonly kind: 'bars' | 'line';
  readonly color: string;
  readonly values: readonly number[];
  readonly labels: readonly string[];
  shown(value: number): string;
};

/** Returns the captions of the x axis: `Oct 1`, or `Oct 2026` for months. */
export function bucketLabels({ unit, buckets }: ChartSeries): string[] {
  const form =
    unit === 'month' ? ({ month: 'short', year: 'numeric' } as const) : ({ month: 'short', day: 'numeric' } as const);
  const words = new Intl.DateTimeFormat('en-US', { ...form, timeZone: 'UTC' });
  return buckets.map(({ from }) => words.format(Date.parse(from)));
}

/** Formats an axis caption: a full count up to 10,000, then thousands and millions. */
export function shortCount(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toFixed(2))}M`;
  return value >= 10_000 ? `${Number((value / 1_000).toFixed(1))}k` : shownCount(value);
}

/** Formats an axis caption in dollars, with cents only if the steps are below a dollar. */
export const shortDollars = (value: number, currency: string): string =>
  `${currencyMark(currency)}${value !== 0 && value < 10 && !Number.isInteger(value) ? tickDollars(value) : shortCount(value)}`;

/** Draws one chart with its title, zero line, labeled ticks and grid. */
export function drawChart(canvas: Canvas, frame: ChartFrame, chart: Chart): void {
  const caption = { size: 7, color: INK.quiet } as const;
  canvas.text(chart.title, frame.x, frame.y + 8, { font: 'strong', size: 9, width: frame.width });
  const ticks = axisTicks(Math.max(0, ...chart.values), 4);
  const top = ticks.at(-1) ?? 1;
  const axisWidth = highest(ticks.map((tick) => canvas.widthOf(chart.shown(tick), caption))) + 6;
  const plot = { x: frame.x + axisWidth, y: frame.y + 22, width: frame.width - axisWidth, height: frame.height - 40 };
  const yOf = (value: number): number => plot.y + plot.height * (1 - value / top);
  for (const tick of ticks) {
    canvas.text(chart.shown(tick), frame.x, yOf(tick) + 2.5, { ...caption, align: 'right', width: axisWidth - 6 });
    const line = canvas.doc.moveTo(plot.x, yOf(tick)).lineTo(plot.x + plot.width, yOf(tick));
    line.lineWidth(tick === 0 ? 0.75 : 0.5).stroke(tick === 0 ? INK.quiet : INK.faint);
  }
  const step = plot.width / Math.max(1, chart.values.length);
  const xOf = (index: number): number => plot.x + (index + 0.5) * step;
  if (chart.kind === 'bars' || chart.values.length < 3) drawBars(canvas, chart, step, xOf, yOf);
  else drawLine(canvas, chart, xOf, yOf);
  drawLabels(canvas, chart.labels, plot.y + plot.height + 11, xOf, plot.x + plot.width);
}

type Place = (value: number) => number;

function drawBars({ doc }: Canvas, chart: Chart, step: number, xOf: Place, yOf: Place): void {
  const width = Math.min(26, step * 0.72);
  for (const [index, value] of chart.values.entries()) {
    if (value > 0) doc.rect(xOf(index) - width / 2, yOf(value), width, yOf(0) - yOf(value));
  }
  doc.fill(chart.color);
}

function drawLine({ doc }: Canvas, chart: Chart, xOf: Place, yOf: Place): void {
  const trace = (): void => {
    for (const [index, value] of chart.values.entries()) {
      if (index === 0) doc.moveTo(xOf(index), yOf(value));
      else doc.lineTo(xOf(index), yOf(value));
    }
  };
  trace();
  doc
    .lineTo(xOf(chart.values.length - 1), yOf(0))
    .lineTo(xOf(0), yOf(0))
    .closePath();
  doc.fillOpacity(0.1).fill(chart.color).fillOpacity(1);
  trace();
  doc.lineWidth(1.3).lineJoin('round').stroke(chart.color);
  if (chart.values.length > 31) return;
  for (const [index, value] of chart.values.entries()) doc.circle(xOf(index), yOf(value), 1.5);
  doc.fill(chart.color);
}

/** Draws as many captions as fit without touching, at even steps. */
function drawLabels(canvas: Canvas, labels: readonly string[], y: number, xOf: Place, right: number): void {
  const style = { size: 7, color: INK.quiet } as const;
  const widest = Math.max(0, ...labels.map((label) => canvas.widthOf(label, style))) + 10;
  const each = Math.max(1, Math.ceil(widest / Math.max(1, xOf(1) - xOf(0))));
  for (let index = 0; index < labels.length; index += each) {
    const label = labels[index] ?? '';
    const width = canvas.widthOf(label, style);
    canvas.text(label, Math.min(xOf(index) - width / 2, right - width), y, style);
  }
}

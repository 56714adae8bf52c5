import { needsUptime } from '#domain/report-metrics.ts';
import type { Question } from '../../figures/query/question.ts';
import { type Reading, readSide, type Side } from './read-report-period.ts';
import { type Cell, cellsOf } from './report-cell.ts';
import { pairsInScope, placeFilter, rowKey } from './report-places.ts';
import type { ReportQuery } from './report-query.ts';
import { readUptime } from './uptime-rows.ts';

/**
 * Reads one period of a report. If uptime is requested, adds how long each row's outlets were up, and rows for outlets
 * without other figures.
 */
export async function readPeriod(reading: Reading, question: Question, asked: ReportQuery): Promise<Side> {
  const side = await readSide(reading, question, asked);
  if (!needsUptime(asked.metrics)) return side;
  const { dimensions, filters } = asked;
  const network = await reading.figures.network();
  const isAsked = placeFilter(network, filters) ?? (() => true);
  const pairs = await pairsInScope(network, question, null, isAsked);
  const clock = await reading.figures.clockOf(question);
  const found = await readUptime(reading, network, { pairs, dimensions, range: question.range, clock });
  const cells = cellsOf(asked.metrics);
  const upOf = new Map([...found.rows].map((row) => [rowKey(row.of), row]));
  const rows = new Map(
    [...side.rows].map(([key, { of, cell }]) => [key, { of, cell: withUptime(cell, upOf.get(key)) }]),
  );
  let total = withUptime(side.total, undefined);
  for (const [key, up] of upOf) {
    if (!rows.has(key)) rows.set(key, { of: up.of, cell: withUptime(cells.empty(side.lacksVisitors), up) });
    total = { ...total, servedMs: total.servedMs + up.servedMs, upMs: total.upMs + up.upMs };
  }
  return { ...side, rows, total, lacksContacts: found.lacksContacts };
}

type Uptime = { readonly servedMs: number; readonly upMs: number };
const withUptime = (cell: Cell, up: Uptime | undefined): Cell & Uptime => ({
  ...cell,
  servedMs: up?.servedMs ?? 0,
  upMs: up?.upMs ?? 0,
});

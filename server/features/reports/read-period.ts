import type { Question } from '../../figures/asked/question.ts';
import type { AskedReport } from './asked-report.ts';
import { type Reading, readSide, type Side } from './read-side.ts';
import { NO_CELL } from './report-cell.ts';
import { pairsInScope, placeFilter, rowKey } from './report-places.ts';
import { readUptime } from './uptime-rows.ts';

/** One period of a report: where uptime is asked for also how long the outlets of each row were up, and rows of outlets of which nothing else is told. */
export async function readPeriod(reading: Reading, question: Question, asked: AskedReport): Promise<Side> {
  const side = await readSide(reading, question, asked);
  if (!asked.metrics.includes('uptime')) return side;
  const { dimensions, filters } = asked;
  const network = await reading.figures.network();
  const isAsked = placeFilter(network, filters) ?? (() => true);
  const pairs = await pairsInScope(network, question, null, isAsked);
  const clock = await reading.figures.clockOf(question);
  const found = await readUptime(reading, network, { pairs, dimensions, range: question.range, clock });
  const rows = new Map(side.rows);
  let { total } = side;
  for (const { of, servedMs, upMs } of found.rows) {
    const key = rowKey(of);
    const { cell } = rows.get(key) ?? { cell: { ...NO_CELL, visitors: side.total.visitors === null ? null : 0 } };
    rows.set(key, { of, cell: { ...cell, servedMs: cell.servedMs + servedMs, upMs: cell.upMs + upMs } });
    total = { ...total, servedMs: total.servedMs + servedMs, upMs: total.upMs + upMs };
  }
  return { ...side, rows, total, lacksContacts: found.lacksContacts };
}

import { onEachShard } from './each-shard.ts';
import type { EventsEngine, RowsOf } from './events-engine.ts';
import { JOB_SETTINGS, readForJob } from './maintenance-reads.ts';
import { JUDGED_COPY_COLUMNS } from './migrations/0007-invalid-traffic.ts';
import { repeatable } from './retry-steps.ts';

/**
 * Makes `events_by_campaign` equal to `events` for the days [from, to) (ISO dates) and returns the days that needed a
 * repair. An insert commits to `events` first, so a process killed in between leaves rows missing from the copy.
 * Repairing is idempotent, because the copy replaces rows with the same key.
 */
export async function repairCampaignCopy(engine: EventsEngine, from: string, to: string): Promise<string[]> {
  const days = await findDifferingDays(engine, from, to);
  for (const day of days) await repeatable(() => onEachShard(engine, copyDay(day)));
  return days;
}

/** Maximum number of checks. For some milliseconds, a running insert is in only one of the tables. */
const MOST_LOOKS = 5;

/**
 * Returns the days that a repair would change, without changing anything. A difference that changes between two checks
 * is an insert in progress. Missing rows look the same at each check, unless inserts keep arriving.
 */
export async function findDifferingDays(engine: EventsEngine, from: string, to: string): Promise<string[]> {
  const found = new Set<string>();
  let before = await lookAtDays(engine, from, to);
  for (let looks = 2; before.size > 0 && looks <= MOST_LOOKS; looks += 1) {
    const now = await lookAtDays(engine, from, to);
    for (const [day, difference] of before) {
      if (now.get(day) === difference) found.add(day);
      if (!now.has(day) || found.has(day)) before.delete(day);
    }
    before = new Map([...before.keys()].map((day) => [day, now.get(day) ?? '']));
  }
  return [...found, ...before.keys()].sort();
}

/** Returns the differences, by day. */
async function lookAtDays(engine: EventsEngine, from: string, to: string): Promise<Map<string, string>> {
  const days = await readForJob<{ day: string; difference: string }>(engine, DIFFERING_DAYS, { from, to });
  return new Map(days.map(({ day, difference }) => [day, difference]));
}

const ONE_SIDE = (table: string) => `
  SELECT toDate(ts) AS day, count() AS events, groupBitXor(event_id) AS ids FROM ${table} FINAL
  WHERE ts >= {from:Date} AND ts < {to:Date} GROUP BY day`;

const DIFFERING_DAYS = `
  SELECT day, concat(max(events) - min(events), ' ', groupBitXor(ids)) AS difference
  FROM (${ONE_SIDE('events')} UNION ALL ${ONE_SIDE('events_by_campaign')})
  GROUP BY day HAVING count() = 1 OR max(events) != min(events) OR max(ids) != min(ids) ORDER BY day`;

const copyDay = (day: string) => (rowsOf: RowsOf) =>
  `
  INSERT INTO ${rowsOf('events_by_campaign')} (${JUDGED_COPY_COLUMNS}, visitor)
  SELECT ${JUDGED_COPY_COLUMNS}, sipHash64(fingerprint) FROM ${rowsOf('events')} FINAL
  WHERE ts >= toDate('${day}') AND ts < toDate('${day}') + 1 ${JOB_SETTINGS}`;

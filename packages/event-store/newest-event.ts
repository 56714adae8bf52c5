import { partitionsOf } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';

/** Returns the time of the newest stored event (epoch ms); null if there is none. */
export async function newestEventMs(engine: EventsEngine): Promise<number | null> {
  const newestWeek = (await partitionsOf(engine, 'events')).at(-1);
  if (newestWeek === undefined) return null;
  const sql = `SELECT toUnixTimestamp64Milli(max(ts)) AS at FROM events WHERE toMonday(ts) = toDate({week:String})`;
  const [found] = await readForJob<{ at: string }>(engine, sql, { week: newestWeek });
  return Number(found?.at ?? 0);
}

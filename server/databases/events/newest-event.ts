import { partitionsOf } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';

/** When the newest stored event happened (epoch ms); null without any. */
export async function newestEventMs(engine: EventsEngine): Promise<number | null> {
  const newestWeek = (await partitionsOf(engine, 'events')).at(-1);
  if (newestWeek === undefined) return null;
  const sql = `SELECT toUnixTimestamp64Milli(max(ts)) AS at FROM events WHERE toMonday(ts) = toDate({week:String})`;
  const [found] = await readForJob<{ at: string }>(engine, sql, { week: newestWeek });
  return Number(found?.at ?? 0);
}

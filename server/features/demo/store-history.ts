import type { OutletEvent } from '#contract/ingest.ts';
import { MAX_BATCH_EVENTS } from '#contract/ingest.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';

const LIMIT_MS = LATEST_DAYS_LATE * DAY_MS;
/** The oldest events keep this distance from ingestion's limit, so that a slow seed loses none. */
const MARGIN_MS = 30 * MINUTE_MS;
/** For a seed that is resumed days later: events are as old as allowed, with time for the batch to arrive. */
const SPARE_MS = 2 * MINUTE_MS;

export type Storing = Pick<Dependencies, 'ingestor' | 'now' | 'config'> & {
  /** The instant the history was planned for (epoch ms). */
  readonly plannedFor: number;
};

/**
 * Stores events as reports of outlets are stored. Leaves out views that are too old by now, and the events that
 * followed them. Throws if one is rejected, because the plan would contradict the rules.
 */
export async function storeHistory(
  { ingestor, now, config, plannedFor }: Storing,
  events: readonly OutletEvent[],
): Promise<void> {
  const oldestMs = Math.max(now() - LIMIT_MS + SPARE_MS, plannedFor - LIMIT_MS + MARGIN_MS);
  const sendable = withoutViewsBefore(events, new Date(oldestMs).toISOString());
  const atOnce = Math.min(MAX_BATCH_EVENTS, config.ingestQueueEvents);
  for (let from = 0; from < sendable.length; from += atOnce) {
    const results = await ingestor.accept(sendable.slice(from, from + atOnce), { kind: 'network' });
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused) throw new Error(`The demo's history was refused: ${refused.reason ?? refused.code}`);
  }
}

/** Requires a view before its click and burn. `oldest` has the format of the events' timestamps. */
export function withoutViewsBefore(events: readonly OutletEvent[], oldest: string): OutletEvent[] {
  const left = new Set<string>();
  return events.filter(({ id, view_id: viewId, timestamp }) => {
    const isLeft = viewId === undefined ? timestamp < oldest : left.has(viewId);
    if (isLeft) left.add(id);
    return !isLeft;
  });
}

import type { OutletEvent } from '#contract/ingest.ts';
import { MAX_BATCH_EVENTS } from '#contract/ingest.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';

const LIMIT_MS = LATEST_DAYS_LATE * DAY_MS;
/** The oldest events stay this clear of ingestion's limit, so that a seed that takes its time loses none. */
const MARGIN_MS = 30 * MINUTE_MS;
/** For a seed that is carried on days later: as old as may be, with time for the batch to arrive. */
const SPARE_MS = 2 * MINUTE_MS;

export type Storing = Pick<Dependencies, 'ingestor' | 'now' | 'config'> & {
  /** The instant the history was planned for (epoch ms). */
  readonly plannedFor: number;
};

/**
 * Stores events as outlets' reports are stored. Views that are too old by now are left out with what followed them.
 * Throws when one is rejected: the plan would contradict the rules.
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

/** A view stands before its click and burn. `oldest` is written as the events' timestamps are. */
export function withoutViewsBefore(events: readonly OutletEvent[], oldest: string): OutletEvent[] {
  const left = new Set<string>();
  return events.filter(({ id, view_id: viewId, timestamp }) => {
    const isLeft = viewId === undefined ? timestamp < oldest : left.has(viewId);
    if (isLeft) left.add(id);
    return !isLeft;
  });
}

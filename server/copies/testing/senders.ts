import { randomUUID } from 'node:crypto';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { eventually } from '../../testing/eventually.ts';

const EUIS = Array.from({ length: 20 }, (_, at) => `c0000000000000${String(at).padStart(2, '0')}`);
/**
 * Number of time slots, their length, and the step between the slots of consecutive views. Each of an outlet's views
 * has its own three minutes in the last 25 days, so that no rate rule applies.
 */
const [SLOTS, SLOT_MS, STEP] = [12_000, 3 * MINUTE_MS, 7_919];
const BATCH_VIEWS = 30;

export const SENT_FLIGHTS = { cpm: 'SENT-CPM', cpc: 'SENT-CPC' } as const;
export const sendingOutlets: readonly string[] = EUIS;

type At = { readonly url: string; readonly key: string };

/** Sends events and returns the result for each, in batch order. Retries when the server is busy, as outlets do. */
export const sendEvents = ({ url, key }: At, events: readonly OutletEvent[]) =>
  eventually(async () => {
    const answer = await fetch(`${url}/ingest/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(events),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as IngestAnswer).results;
  });

/**
 * Sends new events to all addresses until `end`. Every fourth batch is sent to two addresses concurrently. Records
 * every response.
 */
export function keepSending(urls: readonly string[], key: string) {
  const startedAt = Date.now();
  const sent: OutletEvent[] = [];
  const acknowledged = new Set<string>();
  let views = 0;
  let isOver = false;

  function nextBatch(): OutletEvent[] {
    const batch: OutletEvent[] = [];
    for (let at = 0; at < BATCH_VIEWS; at += 1, views += 1) {
      const slot = (Math.floor(views / EUIS.length) * STEP) % SLOTS;
      const atMs = startedAt - 10 * MINUTE_MS - slot * SLOT_MS;
      const flight = views % 3 === 0 ? SENT_FLIGHTS.cpc : SENT_FLIGHTS.cpm;
      const common = { eui: EUIS[views % EUIS.length] ?? '', flight };
      const view = { ...common, id: randomUUID(), type: 'view' as const, timestamp: new Date(atMs).toISOString() };
      batch.push(view);
      if (views % 4 > 0) continue;
      const timestamp = new Date(atMs + 1_000).toISOString();
      batch.push({ ...common, id: randomUUID(), type: 'click', view_id: view.id, timestamp });
    }
    sent.push(...batch);
    return batch;
  }

  async function sendTo(nth: number): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const batch = nextBatch();
      const to = round % 4 === 0 ? [nth, nth + 1] : [nth];
      const answers = await Promise.all(to.map((at) => sendEvents({ url: urls[at % urls.length] ?? '', key }, batch)));
      for (const result of answers.flat()) {
        if (result.status === 'rejected' || result.code !== undefined || result.counted === false)
          throw new Error(JSON.stringify(result));
        acknowledged.add(result.id);
      }
    }
  }

  const sending = Promise.all(urls.map((_, nth) => sendTo(nth)));
  sending.catch(() => undefined);
  return {
    sent: sent as readonly OutletEvent[],
    acknowledged: acknowledged as ReadonlySet<string>,
    /** Stops sending. Throws if there was a response that an outlet never receives from a working server. */
    end() {
      isOver = true;
      return sending;
    },
  };
}

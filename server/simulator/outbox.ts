import { setTimeout as pause } from 'node:timers/promises';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';

export type Tally = {
  sent: number;
  accepted: number;
  duplicate: number;
  rejected: number;
  failures: number;
  dropped: number;
  lastReason: string;
};

const LONGEST_PAUSE_MS = 30_000;
const MOST_KEPT = 500;
const MOST_AT_ONCE = 100;
const TIMEOUT_MS = 20_000;
/** An outlet on a bad line does not hear some answers and sends again. */
const SENT_TWICE = 0.01;

/** The events of one outlet (or gateway) that were not acknowledged yet; sends them until they are, always with the same ids. */
export function createOutbox({
  url,
  key,
  tally,
  random,
}: {
  url: string;
  key: string;
  tally: Tally;
  random: () => number;
}) {
  const waiting: OutletEvent[] = [];
  let sending: Promise<void> | null = null;
  let stopped = false;

  async function sendAll(): Promise<void> {
    let failures = 0;
    while (waiting.length > 0 && !stopped) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      const waitMs = await sendOnce(batch);
      if (waitMs === 0) {
        failures = 0;
        if (random() >= SENT_TWICE) waiting.splice(0, batch.length);
        continue;
      }
      failures += 1;
      tally.failures += 1;
      const backOffMs = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(failures, 6)) * (0.5 + random());
      await pause(Math.max(waitMs, backOffMs), undefined, { ref: false });
    }
  }

  /** 0 when the batch was answered for good, else the least time to wait. */
  async function sendOnce(batch: readonly OutletEvent[]): Promise<number> {
    try {
      tally.sent += batch.length;
      const answer = await fetch(`${url}/api/ingest/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(batch),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.text();
      if (answer.ok) {
        count(tally, JSON.parse(text) as IngestAnswer);
        return 0;
      }
      tally.lastReason = `${answer.status} ${text.slice(0, 120)}`;
      return Math.max(1, Number(answer.headers.get('retry-after') ?? 0) * 1000);
    } catch (error) {
      tally.lastReason = error instanceof Error ? error.message : String(error);
      return 1;
    }
  }

  return {
    add(...events: OutletEvent[]): void {
      waiting.push(...events);
      // A real outlet has little memory: the oldest go first.
      if (waiting.length > MOST_KEPT) tally.dropped += waiting.splice(0, waiting.length - MOST_KEPT).length;
      sending ??= sendAll().finally(() => {
        sending = null;
      });
    },
    /** Resolves when everything is acknowledged or the outbox is stopped. */
    async drained(): Promise<void> {
      while (sending) await sending;
    },
    stop(): void {
      stopped = true;
    },
  };
}

function count(tally: Tally, { accepted, duplicate, rejected, results }: IngestAnswer): void {
  tally.accepted += accepted;
  tally.duplicate += duplicate;
  tally.rejected += rejected;
  const refused = results.find(({ status }) => status === 'rejected');
  if (refused) tally.lastReason = refused.reason ?? refused.code ?? 'rejected';
}

import { setTimeout as pause } from 'node:timers/promises';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { singleFlight } from '../lib/single-flight.ts';
import type { Outcome, ReportEvents } from './report-events.ts';

/** Counts of events, including resent ones. `failures` counts calls that must be retried. */
export type Tally = {
  sent: number;
  accepted: number;
  duplicate: number;
  rejected: number;
  failures: number;
  dropped: number;
  lastReason: string;
};

export const createTally = (): Tally => ({
  sent: 0,
  accepted: 0,
  duplicate: 0,
  rejected: 0,
  failures: 0,
  dropped: 0,
  lastReason: '',
});

export type Outbox = {
  add(event: OutletEvent): void;
  /** Returns the number of events that are not acknowledged yet. */
  waiting(): number;
  /** Resolves when all events are acknowledged or the outbox is stopped. */
  drained(): Promise<void>;
  /** Stops retrying and drops the waiting events. */
  stop(): void;
};

const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 30_000;
const MOST_AT_ONCE = 100;
/** How long to wait before events whose view has not arrived are reported again. */
const AGAIN_MS = 10_000;
/** Share of responses that an outlet does not receive because of a poor connection, so that it resends the events. */
const SENT_TWICE = 0.01;

export type OutboxOptions = {
  readonly report: ReportEvents;
  readonly key: string;
  readonly tally: Tally;
  readonly random: () => number;
  /** Maximum number of events that the outbox keeps during an outage. */
  readonly mostKept: number;
  /** Divides the pauses between retries. */
  readonly haste?: number;
};

/**
 * Creates an outbox that keeps the unacknowledged events of one outlet or gateway. It sends them until they are
 * acknowledged, always with the same IDs.
 */
export function createOutbox({ report, key, tally, random, mostKept, haste = 1 }: OutboxOptions): Outbox {
  let waiting: OutletEvent[] = [];
  /** Events that were sent but not acknowledged. They are resent unchanged and never dropped. */
  let underway: OutletEvent[] = [];
  let atOnce = MOST_AT_ONCE;
  const stopped = new AbortController();

  function take(): readonly OutletEvent[] {
    if (underway.length === 0) {
      underway = waiting.slice(0, atOnce);
      waiting = waiting.slice(atOnce);
    }
    tally.sent += underway.length;
    return underway;
  }

  const send = singleFlight('while it runs', async () => {
    let failures = 0;
    while (underway.length + waiting.length > 0 && !stopped.signal.aborted) {
      const outcome = await report(key, take);
      if (outcome.kind !== 'answered') tally.lastReason = outcome.reason;
      if (outcome.kind !== 'later') {
        failures = 0;
        const again = settle(outcome);
        if (again > 0 && waiting.length === again) await rest(AGAIN_MS / haste);
        continue;
      }
      failures += 1;
      tally.failures += 1;
      const pauseMs = Math.max(outcome.afterMs, backOffMs(failures, random)) / haste;
      await rest(pauseMs);
    }
  });

  const rest = (ms: number) => pause(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  /** Returns how many events must be resent later, because their view has not arrived. */
  function settle(outcome: Exclude<Outcome, { kind: 'later' }>): number {
    if (outcome.kind === 'answered') {
      count(tally, outcome.answer);
      if (random() < SENT_TWICE) return 0;
      const sent = underway;
      underway = [];
      const again = outcome.answer.results.flatMap(({ index, retry_after: after }) =>
        after === undefined ? [] : (sent[index] ?? []),
      );
      waiting = [...waiting, ...again];
      return again.length;
    }
    if (outcome.kind === 'too-large' && underway.length > 1) {
      atOnce = Math.ceil(underway.length / 2);
      waiting = [...underway.slice(atOnce), ...waiting];
      underway = underway.slice(0, atOnce);
    } else {
      tally.rejected += underway.length;
      underway = [];
    }
    return 0;
  }

  return {
    add(event): void {
      if (stopped.signal.aborted) return;
      // Among waiting heartbeats, only the newest matters.
      if (event.type === 'heartbeat')
        waiting = waiting.filter(({ type, eui }) => type !== 'heartbeat' || eui !== event.eui);
      waiting.push(event);
      // A real outlet has little memory, so drop the oldest events first.
      if (waiting.length > mostKept) tally.dropped += waiting.splice(0, waiting.length - mostKept).length;
      void send();
    },
    waiting: () => underway.length + waiting.length,
    async drained(): Promise<void> {
      do await send();
      while (underway.length + waiting.length > 0 && !stopped.signal.aborted);
    },
    stop: () => stopped.abort(),
  };
}

/**
 * Returns how long to wait before the next retry. The wait doubles from 0.5 to 30 seconds. It varies at random by half
 * in either direction, so that outlets don't all return at the same time.
 */
const backOffMs = (failures: number, random: () => number): number =>
  Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (failures - 1)) * (0.5 + random());

function count(tally: Tally, { accepted, duplicate, rejected, results }: IngestAnswer): void {
  tally.accepted += accepted;
  tally.duplicate += duplicate;
  tally.rejected += rejected;
  const refused = results.find(({ status }) => status === 'rejected');
  if (refused) tally.lastReason = refused.reason ?? refused.code ?? 'rejected';
}

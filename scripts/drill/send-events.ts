import { setTimeout as pause } from 'node:timers/promises';
import type { IngestAnswer } from '../../contract/ingest.ts';
import type { SeededRandom } from '../../server/lib/seeded-random.ts';
import type { AnswerBook } from './answer-book.ts';
import type { EventLedger } from './event-ledger.ts';
import type { Batch, EventMaker } from './make-events.ts';

export type Senders = {
  /**
   * Sets the number of events per second. After an outage, the senders catch up on the events of at most four seconds.
   */
  setRate(perSecond: number): void;
  /** Sends a batch until it is acknowledged. */
  report(batch: Batch): void;
  /**
   * Sends one of the probe's batches once. Returns true if the response was 200. The senders repeat the events that
   * were not acknowledged.
   */
  sendOnce(batch: Batch): Promise<boolean>;
  /**
   * Sends the remaining events until every event is acknowledged or waits for money. Returns the number of events
   * that are still unsettled after `patienceMs`, by the code of their last response.
   */
  finish(patienceMs: number): Promise<ReadonlyMap<string, number>>;
};

type Needs = {
  readonly ledger: EventLedger;
  readonly maker: EventMaker;
  readonly book: AnswerBook;
  readonly random: SeededRandom;
  /** The URL of the front door. */
  readonly url: string;
  readonly perSecond: number;
};

const LINES = 32;
const TIMEOUT_MS = 20_000;
const BEHIND_SECONDS = 4;
/** The share of acknowledged batches that are sent once more, as by an outlet that did not receive the response. */
const REPLAYED = 0.05;
/** The share of batches that are sent twice at the same moment, to two processes if there are two. */
const DOUBLED = 0.05;
const LONGEST_WAIT_MS = 1_000;
const AGAIN_MS = 1_000;

/** Simulates the outlets: each batch is sent until all its events are acknowledged, always with the same ids. */
export function startSenders({ ledger, maker, book, random, url, perSecond }: Needs): Senders {
  let rate = perSecond;
  let allowance = 0;
  let countedAt = performance.now();
  let isFinishing = false;
  let isOver = false;
  let underWay = 0;
  const again: { readonly batch: Batch; readonly atMs: number; readonly isReplay: boolean }[] = [];

  async function send({ owner, indices }: Batch): Promise<{ left: Batch; waitMs: number; isAnswered: boolean }> {
    const sentAtMs = performance.now();
    const answer = await book.ask('ingestion', `${url}/api/ingest/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ledger.terms.owners[owner]?.accessKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(indices.map((index) => ledger.sent(index))),
      timeoutMs: TIMEOUT_MS,
    });
    if (answer?.status !== 200) {
      if (answer !== null && answer.status < 429 && answer.status !== 408)
        ledger.find('batches refused', `${answer.status} ${answer.text.slice(0, 200)}`);
      const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(random.whole(200, 800), answer?.retryAfterMs ?? 0));
      return { left: { owner, indices }, waitMs, isAnswered: false };
    }
    const { results } = JSON.parse(answer.text) as IngestAnswer;
    const left = results.flatMap((result) => {
      const index = indices[result.index];
      return index !== undefined && ledger.note(index, result, { sentAtMs }) ? [index] : [];
    });
    if (results.length !== indices.length) ledger.find('answers of another length', `${results.length}`);
    return { left: { owner, indices: left }, waitMs: AGAIN_MS, isAnswered: true };
  }

  const later = (batch: Batch, waitMs: number, isReplay = false) => {
    if (batch.indices.length > 0) again.push({ batch, atMs: performance.now() + waitMs, isReplay });
  };

  async function sendAndNote(batch: Batch, isReplay: boolean): Promise<void> {
    underWay += 1;
    try {
      const { left, waitMs, isAnswered } = await send(batch);
      later(left, waitMs);
      if (isAnswered && !isReplay && random.fraction() < REPLAYED) later(batch, random.whole(0, 5_000), true);
    } finally {
      underWay -= 1;
    }
  }

  /** Takes the next due batch, or new events if the rate allows. */
  function take(): { batch: Batch; isReplay: boolean } | null {
    const nowMs = performance.now();
    allowance = Math.min(rate * BEHIND_SECONDS, allowance + ((nowMs - countedAt) / 1_000) * rate);
    countedAt = nowMs;
    const at = again.findIndex(({ atMs }) => atMs <= nowMs);
    if (at >= 0) return again.splice(at, 1)[0] ?? null;
    if (isFinishing || allowance <= 0) return null;
    const size = random.fraction() < 0.1 ? random.whole(500, 2_000) : random.whole(1, 200);
    const batch = maker.next(Math.min(size, Math.ceil(rate)));
    allowance -= batch.indices.length;
    return { batch, isReplay: false };
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const taken = take();
      if (taken === null) {
        await pause(5);
        continue;
      }
      const { batch, isReplay } = taken;
      const copies = random.fraction() < DOUBLED ? 2 : 1;
      await Promise.all(Array.from({ length: copies }, () => sendAndNote(batch, isReplay)));
    }
  }

  const lines = Promise.all(Array.from({ length: LINES }, work));
  return {
    setRate(perSecondNow) {
      rate = perSecondNow;
    },
    report(batch) {
      later(batch, 0);
    },
    async sendOnce(batch) {
      const { left, waitMs, isAnswered } = await send(batch);
      later(left, waitMs);
      return isAnswered;
    },
    async finish(patienceMs) {
      isFinishing = true;
      const deadline = performance.now() + patienceMs;
      const isDone = () => again.length === 0 && underWay === 0;
      do {
        for (const batch of maker.rest()) later(batch, 0);
        while (!isDone() && ledger.countUnsettled() > 0 && performance.now() < deadline) await pause(100);
      } while (ledger.countUnsettled() > 0 && performance.now() < deadline && again.length > 0);
      isOver = true;
      await lines;
      return ledger.unsettledByCode();
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import type { ServeAnswer } from '../../contract/serve.ts';
import type { SeededRandom } from '../../server/lib/seeded-random.ts';
import type { AnswerBook } from './answer-book.ts';
import type { EventLedger } from './event-ledger.ts';
import type { Senders } from './send-events.ts';

type Needs = {
  readonly ledger: EventLedger;
  readonly senders: Pick<Senders, 'report'>;
  readonly book: AnswerBook;
  readonly random: SeededRandom;
  /** The URL of the front door. */
  readonly url: string;
};

export type Players = {
  /** Stops new requests. Resolves when the last response has arrived. */
  finish(): Promise<void>;
};

const LINES = 3;
const MOST_PLAYS = 4;
const TIMEOUT_MS = 20_000;
const BETWEEN_MS = 50;

/** Starts outlets that request ads, show all of them, and report each view with its play. */
export function startPlayers({ ledger, senders, book, random, url }: Needs): Players {
  const { flights, outlets, owners } = ledger.terms;
  const indexOf = new Map(flights.map(({ code }, index) => [code, index]));
  let isOver = false;

  async function ask(): Promise<void> {
    const at = random.whole(0, outlets.length - 1);
    const outlet = outlets[at];
    const owner = outlet?.owner ?? 0;
    const count = random.whole(1, MOST_PLAYS);
    const answer = await book.ask('plays', `${url}/api/serve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owners[owner]?.accessKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ eui: outlet?.eui, count }),
      timeoutMs: TIMEOUT_MS,
    });
    if (answer?.status !== 200) return;
    const { plays } = JSON.parse(answer.text) as ServeAnswer;
    const indices = plays.flatMap(({ id, token, flight: code }) => {
      const flight = indexOf.get(code ?? '');
      if (flight === undefined) return [];
      const event = { outlet: at, kind: 'view' as const, flight, view: -1, twin: -1, energyMilliWh: -1 };
      return [ledger.add({ ...event, timestampMs: Date.now(), play: { id, token } })];
    });
    senders.report({ owner, indices });
  }

  async function work(): Promise<void> {
    while (!isOver) {
      await ask();
      await pause(BETWEEN_MS);
    }
  }

  const lines = Promise.all(Array.from({ length: LINES }, work));
  return {
    async finish() {
      isOver = true;
      await lines;
    },
  };
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { OutletEvent } from '#contract/ingest.ts';
import type { KeysFile, SimulatedOutlet } from './keys-file.ts';
import { createOutbox, type Tally } from './outbox.ts';

const HEARTBEAT_MS = 5 * 60_000;
/** The first heartbeats come within half a minute, not all at once. */
const FIRST_HEARTBEAT_MS = 30_000;
/** Views, clicks and burns together for each view, on average. */
const EVENTS_PER_VIEW = 1.65;

export type Play = {
  readonly url: string;
  readonly keys: KeysFile;
  /** Events a second, heartbeats not counted. */
  readonly rate: number;
  readonly outlets: number;
  /** One key for all outlets, instead of each its own. */
  readonly gatewayKey?: string | undefined;
  readonly random?: () => number;
};

/** Plays outlets as they are: heartbeats, views that visitors start, clicks and burns seconds later. Returns tally and stop. */
export function playNetwork({ url, keys, rate, outlets, gatewayKey, random = Math.random }: Play) {
  const tally: Tally = { sent: 0, accepted: 0, duplicate: 0, rejected: 0, failures: 0, dropped: 0, lastReason: '' };
  const gateway = gatewayKey === undefined ? null : createOutbox({ url, key: gatewayKey, tally, random });
  const played = keys.outlets
    .slice(0, outlets)
    .map((outlet) => ({ outlet, outbox: gateway ?? createOutbox({ url, key: outlet.key, tally, random }) }));
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  type Played = (typeof played)[number];

  function beat({ outlet, outbox }: Played): void {
    outbox.add({ id: randomUUID(), type: 'heartbeat', eui: outlet.eui, timestamp: new Date().toISOString() });
    after(HEARTBEAT_MS * (0.95 + 0.1 * random()), () => beat({ outlet, outbox }));
  }

  function visit({ outlet, outbox }: Played): void {
    const flight = chooseFlight(keys, outlet, random);
    const id = randomUUID();
    const visitor = {
      eui: outlet.eui,
      fingerprint: randomBytes(16).toString('hex'),
      ip: `203.0.113.${Math.floor(random() * 254)}`,
    };
    const sent = flight ? { flight, cryptic: randomBytes(4).toString('hex') } : {};
    const event = (rest: Pick<OutletEvent, 'id' | 'type'> & Partial<OutletEvent>): OutletEvent => ({
      ...visitor,
      ...sent,
      timestamp: new Date().toISOString(),
      ...rest,
    });
    outbox.add(event({ id, type: 'view' }));
    if (!flight) return;
    if (random() < 0.03)
      after(3_000 + random() * 9_000, () => outbox.add(event({ id: randomUUID(), type: 'click', view_id: id })));
    if (random() < 0.66)
      after(15_000 + random() * 12_000, () => outbox.add(event({ id: randomUUID(), type: 'burn', view_id: id })));
  }

  const choose = weightedChoice(played, ({ outlet }) => outlet.viewsPerDay ?? 10, random);
  function keepVisiting(): void {
    const betweenMs = (1000 * EVENTS_PER_VIEW) / rate;
    // The pauses between independent visitors are exponentially distributed.
    after(-Math.log(1 - random()) * betweenMs, () => {
      visit(choose());
      keepVisiting();
    });
  }

  for (const one of played) after(random() * FIRST_HEARTBEAT_MS, () => beat(one));
  if (rate > 0 && played.length > 0) keepVisiting();

  return {
    tally,
    /** Visitors stop coming; resolves when what was reported is acknowledged, or after `patienceMs`. */
    async stop(patienceMs = 1_000): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      const outboxes = [...new Set(played.map(({ outbox }) => outbox))];
      const patience = new Promise<void>((resolve) => after(patienceMs, resolve));
      await Promise.race([Promise.all(outboxes.map((outbox) => outbox.drained())), patience]);
      for (const outbox of outboxes) outbox.stop();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function chooseFlight({ flights }: KeysFile, outlet: SimulatedOutlet, random: () => number): string | undefined {
  const now = Date.now();
  const open = flights.filter(
    ({ code, startsAt, endsAt, anywhere }) =>
      now >= startsAt && now < endsAt - 60_000 && (anywhere || outlet.flights?.includes(code)),
  );
  return random() < 1 / 12 ? undefined : open[Math.floor(random() * open.length)]?.code;
}

function weightedChoice<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  random: () => number,
): () => Item {
  const upTo: number[] = [];
  let sum = 0;
  for (const item of items) upTo.push((sum += weightOf(item)));
  return () => {
    const at = random() * sum;
    const item =
      items[
        Math.max(
          0,
          upTo.findIndex((bound) => at < bound),
        )
      ];
    if (item === undefined) throw new RangeError('no outlet to play');
    return item;
  };
}

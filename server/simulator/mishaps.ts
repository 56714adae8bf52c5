import { randomUUID } from 'node:crypto';
import { FAULT_KINDS, type FaultKind, type OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';

const SINGLE = FAULT_KINDS.filter((kind) => kind !== 'power_lost' && kind !== 'power_back');
const OUTAGE_MS = [20 * MINUTE_MS, 3 * HOUR_MS] as const;
/** Minimum and maximum time for which a connection is cut. Events during that time are reported late. */
const CUT_MS = [10 * MINUTE_MS, 8 * HOUR_MS] as const;
const WRONG_CLOCK_MS = [30 * MINUTE_MS, 4 * HOUR_MS] as const;
/**
 * Possible clock errors, both behind and ahead. Events more than five minutes ahead are rejected, so that a technician
 * notices.
 */
const CLOCK_ERRORS_MS = [-2 * HOUR_MS, -20 * MINUTE_MS, -2 * MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS] as const;

type Playing = { readonly perDay: number; readonly after: (ms: number, work: () => void) => void };

/** One outlet's mishaps, which affect which of its events are reported and when. */
export type Mishaps<Event> = {
  /** Returns the time on the outlet's clock (epoch ms). */
  now(): number;
  /** Returns whether the outlet has no power, so that it can't be used. */
  isOff(): boolean;
  /** Reports an event immediately, or when the connection is back. Never reports it if there was no power. */
  add(event: Event): void;
  /** Starts the mishaps. All kinds are equally likely. */
  play(playing: Playing): void;
};

export function createMishaps<Event extends OutletEvent>(
  eui: string,
  send: (event: OutletEvent) => void,
  random: () => number,
): Mishaps<Event> {
  let isOff = false;
  let isCut = false;
  let clockErrorMs = 0;
  let held: OutletEvent[] = [];
  const now = () => Date.now() + clockErrorMs;
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];

  function report(event: OutletEvent): void {
    if (isCut) held.push(event);
    else send(event);
  }
  const fault = (kind: FaultKind) =>
    report({ id: randomUUID(), type: 'fault', eui, fault: kind, timestamp: new Date(now()).toISOString() });

  function loseOutlet(after: Playing['after']): void {
    // The outlet reports this with the energy left in its capacitors.
    fault('power_lost');
    isOff = true;
    after(between(OUTAGE_MS), () => {
      isOff = false;
      fault('power_back');
    });
  }

  function cutLine(after: Playing['after']): void {
    isCut = true;
    after(between(CUT_MS), () => {
      isCut = false;
      for (const event of held) send(event);
      held = [];
    });
  }

  function setClock(after: Playing['after']): void {
    clockErrorMs = pick(CLOCK_ERRORS_MS) ?? 0;
    after(between(WRONG_CLOCK_MS), () => {
      clockErrorMs = 0;
    });
  }

  /** Starts a random mishap. Outages, cut connections and wrong clocks never overlap another of the same kind. */
  function playOne({ after }: Playing): void {
    const kind = Math.floor(random() * 4);
    if (kind === 0) fault(pick(SINGLE) ?? 'surge');
    else if (kind === 1 && !isOff) loseOutlet(after);
    else if (kind === 2 && !isCut) cutLine(after);
    else if (kind === 3 && clockErrorMs === 0) setClock(after);
  }

  return {
    now,
    isOff: () => isOff,
    add: (event) => {
      if (!isOff) report(event);
    },
    play(playing) {
      const next = () =>
        // The pauses between independent mishaps are exponentially distributed.
        playing.after((-Math.log(1 - random()) * DAY_MS) / playing.perDay, () => {
          playOne(playing);
          next();
        });
      next();
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { SeededRandom } from '../../../lib/seeded-random.ts';

/** Events that an owner reports with its own key to earn money without any visitors. */
export type Fraud = {
  readonly name: string;
  /** Code of the flight that the fraud targets. */
  readonly flight: 'VIEWS' | 'CLICKS' | 'BURNS' | 'EMPTY';
  /** `euis` are the owner's outlets. All events precede `nowMs`. */
  readonly events: (given: {
    readonly euis: readonly string[];
    readonly nowMs: number;
    readonly random: SeededRandom;
  }) => OutletEvent[];
};

const at = (ms: number): string => new Date(ms).toISOString();

const view = (eui: string, ms: number, flight: string, more: Partial<OutletEvent> = {}): OutletEvent => ({
  id: randomUUID(),
  type: 'view',
  eui,
  timestamp: at(ms),
  flight,
  ...more,
});

const follow = (shown: OutletEvent, type: 'click' | 'burn', afterMs: number): OutletEvent => ({
  id: randomUUID(),
  type,
  eui: shown.eui,
  view_id: shown.id,
  timestamp: at(Date.parse(shown.timestamp) + afterMs),
});

const many = <One>(count: number, make: (nth: number) => One): One[] =>
  Array.from({ length: count }, (_, nth) => make(nth));

const first = (euis: readonly string[]): string => euis[0] ?? '';

/** Frauds that need no play from this server. Each earned money while views without a play counted. */
export const FRAUDS: readonly Fraud[] = [
  {
    name: 'a view each 16 s all night, a new fingerprint each',
    flight: 'VIEWS',
    events: ({ euis, nowMs, random }) =>
      many(2_000, (nth) =>
        view(first(euis), nowMs - (nth + 1) * 16 * SECOND_MS, 'VIEWS', { fingerprint: random.hex(32) }),
      ),
  },
  {
    name: '20 views a second at a flight without a picture',
    flight: 'EMPTY',
    events: ({ euis, nowMs }) => many(2_000, (nth) => view(first(euis), nowMs - MINUTE_MS + nth * 50, 'EMPTY')),
  },
  {
    name: 'each view clicked in its own millisecond',
    flight: 'CLICKS',
    events: ({ euis, nowMs }) =>
      many(500, (nth) => view(first(euis), nowMs - (nth + 1) * 16 * SECOND_MS, 'CLICKS')).flatMap((one) => [
        one,
        follow(one, 'click', 0),
      ]),
  },
  {
    name: 'burns in the millisecond of their view, and a day before it',
    flight: 'BURNS',
    events: ({ euis, nowMs }) =>
      many(200, (nth) => view(first(euis), nowMs - (nth + 1) * 16 * SECOND_MS, 'BURNS')).flatMap((one, nth) => [
        one,
        follow(one, 'burn', nth % 2 === 0 ? 0 : -DAY_MS),
      ]),
  },
  {
    name: 'clicks a day before their view',
    flight: 'CLICKS',
    events: ({ euis, nowMs }) =>
      many(200, (nth) => view(first(euis), nowMs - (nth + 1) * 16 * SECOND_MS, 'CLICKS')).flatMap((one) => [
        one,
        follow(one, 'click', -DAY_MS),
      ]),
  },
  {
    name: '29 views an hour of each of 10 fingerprints for 6 hours',
    flight: 'VIEWS',
    events: ({ euis, nowMs }) =>
      many(1_740, (nth) =>
        view(first(euis), nowMs - (nth + 1) * 12 * SECOND_MS, 'VIEWS', { fingerprint: `${nth % 10}a`.repeat(16) }),
      ),
  },
  {
    name: '29 views an hour of each of 10 fingerprints for 6 hours, in long blocks',
    flight: 'VIEWS',
    events: ({ euis, nowMs, random }) =>
      many(1_740, (nth) =>
        view(first(euis), nowMs - 7 * HOUR_MS + nth * 12_413 + random.whole(0, SECOND_MS), 'VIEWS', {
          fingerprint: `${Math.floor(nth / 29) % 10}b`.repeat(16),
        }),
      ),
  },
  {
    name: 'one fingerprint at 20 outlets in one second',
    flight: 'VIEWS',
    events: ({ euis, nowMs }) =>
      euis.map((eui, nth) => view(eui, nowMs - MINUTE_MS + nth * 40, 'VIEWS', { fingerprint: 'ab'.repeat(16) })),
  },
  {
    name: '3,000 views over 29 past days in one request, by an outlet that was never in contact',
    flight: 'VIEWS',
    events: ({ euis, nowMs }) =>
      many(3_000, (nth) =>
        view(first(euis), nowMs - 2 * MINUTE_MS - (nth * 29 * DAY_MS) / 3_000, 'VIEWS', { energy_wh: 0 }),
      ),
  },
  {
    name: 'backdated views 5 minutes apart, a click for each, of a flight without a creative',
    flight: 'EMPTY',
    events: ({ euis, nowMs }) =>
      many(2_000, (nth) => view(first(euis), nowMs - (nth + 1) * 5 * MINUTE_MS, 'EMPTY')).flatMap((one) => [
        one,
        follow(one, 'click', SECOND_MS),
      ]),
  },
  {
    name: 'forged tokens of unknown prefixes and shapes',
    flight: 'VIEWS',
    events: ({ euis, nowMs, random }) =>
      ['vp2', 'vp1', 'vp', 'VP1', '', 'xyz', 'vp9', 'jwt.'].flatMap((prefix, nth) =>
        many(10, (more) =>
          view(first(euis), nowMs - (nth * 10 + more + 1) * 20 * SECOND_MS, 'VIEWS', {
            cryptic: `${prefix}${random.hex(110 + nth)}`,
          }),
        ),
      ),
  },
];

import { v5 as nameId } from 'uuid';
import type { FaultKind } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';
import type { PlannedOutlet } from './planned-network.ts';

const BEAT_MINUTES = 5;
const HALF = 30;
/**
 * One outlet in `OUTAGE_ONE_IN` had an outage, at night, when few people look. One outlet in `FAULT_ONE_IN` reported
 * another fault.
 */
const OUTAGE_ONE_IN = 9;
const FAULT_ONE_IN = 7;
const FAULTS = ['surge', 'overload', 'overheating', 'tamper', 'short_circuit'] as const satisfies FaultKind[];
/**
 * Namespace of the fault IDs. They are derived from a fault's content, so that a resumed seed stores no fault twice.
 */
const FAULT_IDS = '6f1c6f0e-2f0b-4c8e-9d8e-2f6a4b3c5d7e';

export type PlannedContacts = {
  readonly hours: readonly { readonly hour: number; readonly first_half: number; readonly second_half: number }[];
  readonly faults: readonly { readonly id: string; readonly kind: FaultKind; readonly atMs: number }[];
};

type History = { readonly seed: string; readonly now: number; readonly days: number };

/** Plans when an outlet was in contact, every five minutes of the history, and which faults it reported. */
export function planContacts(outlet: PlannedOutlet, { seed, now, days }: History): PlannedContacts {
  const random = seededRandom(seed, 'contacts', outlet.eui);
  const [fromMs, toMs] = [now - days * DAY_MS, Math.min(now, outlet.silentFrom ?? now)];
  const outage = random.whole(1, OUTAGE_ONE_IN) === 1 ? planOutage(random, now, days) : null;
  const faults: { kind: FaultKind; atMs: number }[] = [];
  if (outage !== null)
    faults.push({ kind: 'power_lost', atMs: outage.fromMs }, { kind: 'power_back', atMs: outage.toMs });
  if (random.whole(1, FAULT_ONE_IN) === 1)
    faults.push({ kind: random.pick(FAULTS), atMs: now - random.whole(2 * 60, days * 24 * 60) * MINUTE_MS });
  if (outlet.overheatedAt !== null) faults.push({ kind: 'overheating', atMs: outlet.overheatedAt });
  const phase = random.whole(0, BEAT_MINUTES - 1);
  const hours = new Map<number, { hour: number; first_half: number; second_half: number }>();
  for (
    let atMs = Math.ceil(fromMs / HOUR_MS) * HOUR_MS + phase * MINUTE_MS;
    atMs < toMs;
    atMs += BEAT_MINUTES * MINUTE_MS
  ) {
    if (outage !== null && atMs >= outage.fromMs && atMs < outage.toMs) continue;
    const hour = Math.floor(atMs / HOUR_MS);
    const minute = (atMs - hour * HOUR_MS) / MINUTE_MS;
    const row = hours.get(hour) ?? { hour, first_half: 0, second_half: 0 };
    if (minute < HALF) row.first_half |= 1 << minute;
    else row.second_half |= 1 << (minute - HALF);
    hours.set(hour, row);
  }
  return {
    hours: [...hours.values()],
    faults: faults
      .filter(({ atMs }) => atMs < toMs)
      .map((fault) => ({ ...fault, id: nameId(`${outlet.eui} ${fault.kind} ${fault.atMs}`, FAULT_IDS) })),
  };
}

function planOutage(random: SeededRandom, now: number, days: number) {
  const day = random.whole(1, Math.max(1, days - 1));
  const fromMs = Math.floor((now - day * DAY_MS) / DAY_MS) * DAY_MS + 8 * HOUR_MS + random.whole(0, 59) * MINUTE_MS;
  return { fromMs, toMs: fromMs + random.whole(40, 200) * MINUTE_MS };
}

import { SECOND_MS } from '#domain/durations.ts';

/** An outlet's open play: it was served, and its view has not been reported yet. */
export type OpenPlay = {
  /** The play's UUID. */
  readonly id: string;
  readonly flightKey: number;
  /** Micro-dollars reserved for it in the flight's budget. */
  readonly micros: number;
  /** Display time in seconds. */
  readonly seconds: number;
  /** The outlet may show it until this time, epoch ms. */
  readonly expiresMs: number;
  /** Until when the flight's budget reserves its price at the latest, epoch ms. */
  readonly heldUntilMs: number;
};

/** Why an outlet may not get another play. */
export type Refusal = 'outlet_full' | 'budget_held';

type Terms = {
  /** Number of sockets at the outlet. */
  readonly sockets: number;
  /** The budget of the play's flight, in micro-dollars. */
  readonly budgetMicros: number;
  readonly nowMs: number;
};

/** An outlet may hold this multiple of the plays it can show, because visitors skip ads and reports arrive late. */
export const TIMES_SHOWN = 2;
/** An outlet may hold at most a flight's budget divided by this. */
export const BUDGET_PARTS = 50;

/**
 * Returns why an outlet with the `open` plays may not get `play`, or null if it may. Without this limit, one access key
 * could reserve the network's budgets for plays without viewers (docs/business-rules.md#delivery). One play of a
 * flight, and one in total, is always allowed.
 */
export function refusalOf(open: readonly OpenPlay[], play: OpenPlay, terms: Terms): Refusal | null {
  const { sockets, budgetMicros, nowMs } = terms;
  let heldMicros = 0;
  for (const { flightKey, micros, heldUntilMs } of open)
    if (flightKey === play.flightKey && heldUntilMs > nowMs) heldMicros += micros;
  const isOverMoney = heldMicros > 0 && (heldMicros + play.micros) * BUDGET_PARTS > budgetMicros;
  if (play.micros > 0 && isOverMoney) return 'budget_held';
  const unshown = open.filter(({ expiresMs }) => expiresMs > nowMs);
  return unshown.length > 0 && isOverTime([...unshown, play], play, sockets, nowMs) ? 'outlet_full' : null;
}

/**
 * Returns whether the open plays are too long for the time left. Checks each end time from the play's own end on: plays
 * that end by then may in total last at most twice the time until then, per socket.
 */
function isOverTime(plays: readonly OpenPlay[], play: OpenPlay, sockets: number, nowMs: number): boolean {
  let earlier = 0;
  const later: OpenPlay[] = [];
  for (const one of plays) {
    if (one.expiresMs > play.expiresMs) later.push(one);
    else earlier += one.seconds;
  }
  const isOver = (seconds: number, endMs: number) => seconds * SECOND_MS > TIMES_SHOWN * sockets * (endMs - nowMs);
  if (isOver(earlier, play.expiresMs)) return true;
  let seconds = earlier;
  later.sort((one, other) => one.expiresMs - other.expiresMs);
  return later.some((one, nth) => {
    seconds += one.seconds;
    const isLastOfEnd = later[nth + 1]?.expiresMs !== one.expiresMs;
    return isLastOfEnd && isOver(seconds, one.expiresMs);
  });
}

import { SECOND_MS } from '#domain/durations.ts';

/** An outlet's open play: it was served, and its view has not been reported yet. */
export type OpenPlay = {
  /** The play's UUID. */
  readonly id: string;
  readonly flightKey: number;
  /** Amount in micro-dollars that the flight's budget reserves for this play. */
  readonly micros: number;
  /** Display time in seconds. */
  readonly seconds: number;
  /** Until when the outlet may show the play (epoch ms). */
  readonly expiresMs: number;
  /** Until when the flight's budget reserves the play's price at the latest (epoch ms). */
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

/** How many times the ads that it can show an outlet may hold as plays. Visitors skip ads, and reports arrive late. */
export const TIMES_SHOWN = 2;
/**
 * Divisor for a flight's budget. The result is the maximum amount that an outlet's open plays of the flight may
 * reserve.
 */
export const BUDGET_PARTS = 50;

/**
 * Returns why an outlet with the `open` plays may not get `play`, or null if it may. Without this limit, one access key
 * could reserve the network's budgets for plays without viewers (docs/business-rules.md#delivery). The first open play
 * of a flight always passes the money limit, and the outlet's first open play always passes the time limit.
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
 * Returns whether the open plays last too long for the remaining time. Checks the play's own end time and every later
 * one. Plays that end by such a time may, in total, last at most twice the time until then per socket.
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

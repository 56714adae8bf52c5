import { SECOND_MS } from '#domain/durations.ts';

/** A play that an outlet holds: it was served, and its view was not reported yet. */
export type OpenPlay = {
  /** UUID of the play. */
  readonly id: string;
  readonly flightKey: number;
  /** What its flight's budget keeps for it, in micro-dollars. */
  readonly micros: number;
  /** How long it is shown. */
  readonly seconds: number;
  /** Until when it may be shown, epoch ms. */
  readonly expiresMs: number;
  /** Until when its flight's budget keeps its price at the latest, epoch ms. */
  readonly heldUntilMs: number;
};

/** Why an outlet may not have one more play. */
export type Refusal = 'outlet_full' | 'budget_held';

type Terms = {
  /** Of the outlet. */
  readonly sockets: number;
  /** Of the play's flight, in micro-dollars. */
  readonly budgetMicros: number;
  readonly nowMs: number;
};

/** An outlet may hold so many times what it can show: visitors skip ads, and reports arrive late. */
export const TIMES_SHOWN = 2;
/** One outlet may hold one part in so many of a flight's budget. */
export const BUDGET_PARTS = 50;

/**
 * Whether an outlet that holds `open` may have `play` as well; null: yes. One key must not bind the budgets of the network with
 * plays that nobody sees (docs/business-rules.md#delivery). One play of a flight, and one in all, may always be held.
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

/** Whether the plays that end by some instant, the play's own end or a later one, are longer than twice the time until then. */
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

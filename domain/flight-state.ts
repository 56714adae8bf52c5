import type { FlightAct, FlightStage, FlightState } from '#contract/flight-parts.ts';

/** In a draft that has none yet: dates that no flight has. */
export const NO_START = 0;
export const NO_END = 8_640_000_000_000_000;

export type FlightFacts = {
  readonly stage: FlightStage;
  readonly paused: boolean;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly budgetMicros: number;
  readonly spentMicros: number;
  readonly dailyCapMicros: number | null;
  readonly spentTodayMicros: number;
  /** What the cheapest event costs that is paid; null where nothing is priced yet. */
  readonly leastPaidMicros: number | null;
};

/** Whether an amount is used up: what is left does not pay for one more. */
export const isUsedUp = (leftMicros: number, leastPaidMicros: number | null): boolean =>
  leftMicros < Math.max(1, leastPaidMicros ?? 0);

/**
 * What a flight is now (docs/business-rules.md#campaigns). An approved one is, by the first that is true: ended, spent, paused,
 * scheduled, capped until tomorrow, live.
 */
export function flightState(facts: FlightFacts, nowMs: number): FlightState {
  const { stage, dailyCapMicros, leastPaidMicros } = facts;
  if (stage !== 'approved') return stage;
  if (nowMs >= facts.endsMs) return 'ended';
  if (isUsedUp(facts.budgetMicros - facts.spentMicros, leastPaidMicros)) return 'spent';
  if (facts.paused) return 'paused';
  if (nowMs < facts.startsMs) return 'scheduled';
  if (dailyCapMicros === null) return 'live';
  return isUsedUp(dailyCapMicros - facts.spentTodayMicros, leastPaidMicros) ? 'capped' : 'live';
}

/** Who acts: a manager of the advertiser, an administrator, or somebody who only reads. */
export type FlightActor = 'manager' | 'admin' | 'reader';

type Course = Pick<FlightFacts, 'stage' | 'paused' | 'endsMs'> & {
  readonly hasProposal: boolean;
  readonly heldByAdmin: boolean;
};

/** Stages in which each act is possible, and who may do it. */
const ACTS: Readonly<
  Record<FlightAct, { readonly from: readonly FlightStage[]; readonly by: readonly FlightActor[] }>
> = {
  edit: { from: ['draft', 'returned'], by: ['manager', 'admin'] },
  submit: { from: ['draft', 'returned'], by: ['manager', 'admin'] },
  approve: { from: ['in_review'], by: ['admin'] },
  return: { from: ['in_review'], by: ['admin'] },
  propose: { from: ['approved'], by: ['manager'] },
  decide: { from: ['approved'], by: ['admin'] },
  pause: { from: ['approved'], by: ['manager', 'admin'] },
  resume: { from: ['approved'], by: ['manager', 'admin'] },
  cancel: { from: ['draft', 'in_review', 'returned', 'approved'], by: ['manager', 'admin'] },
};

/**
 * What somebody may do with a flight: draft → in review → approved or returned; an approved one is paused, resumed, cancelled, and
 * changed by a proposal. An administrator's own change holds at once, also of one that is in review, approved or over, which may
 * be prolonged; what is cancelled stays as it is, and for everybody else what is over as well. What an administrator holds,
 * administrators let run on.
 */
export function flightActs(
  { stage, paused, endsMs, hasProposal, heldByAdmin }: Course,
  actor: FlightActor,
  nowMs: number,
): FlightAct[] {
  const isOver = stage === 'approved' && nowMs >= endsMs;
  return (Object.keys(ACTS) as FlightAct[]).filter((act) => {
    if (actor === 'admin' && act === 'edit') return stage !== 'cancelled';
    const { from, by } = ACTS[act];
    if (!by.includes(actor) || !from.includes(stage)) return false;
    if (act === 'decide') return hasProposal;
    if (isOver) return false;
    if (act === 'pause') return !paused;
    return act !== 'resume' || (paused && (actor === 'admin' || !heldByAdmin));
  });
}

/** Where an act leads; null where it leaves the stage as it is. */
export const stageAfter = (act: FlightAct): FlightStage | null =>
  (({ submit: 'in_review', approve: 'approved', return: 'returned', cancel: 'cancelled' }) as const)[act as 'submit'] ??
  null;

/** Which of a campaign's flights speaks for it, the most important first. */
const BY_WEIGHT: readonly FlightState[] = [
  ...([
    'live',
    'capped',
    'paused',
    'in_review',
    'returned',
    'scheduled',
    'draft',
    'spent',
    'ended',
    'cancelled',
  ] as const),
];

/** The state of a campaign; null without flights. */
export const campaignState = (states: readonly FlightState[]): FlightState | null =>
  BY_WEIGHT.find((state) => states.includes(state)) ?? null;

/** Its place in that order, for sorting; what has no flights stands last. */
export const stateWeight = (state: FlightState | null): number | null =>
  state === null ? null : BY_WEIGHT.indexOf(state);

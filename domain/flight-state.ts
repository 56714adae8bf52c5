import type { FlightAct, FlightStage, FlightState } from '#contract/flight-parts.ts';

/** Start time of a draft without a start date. No real flight starts at that time. */
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
  /** The price of the cheapest billed event; null without a price. */
  readonly leastPaidMicros: number | null;
};

/** Whether a budget is used up, which means that the remaining amount does not pay for another event. */
export const isUsedUp = (leftMicros: number, leastPaidMicros: number | null): boolean =>
  leftMicros < Math.max(1, leastPaidMicros ?? 0);

/**
 * Returns a flight's current state (docs/business-rules.md#campaigns). For an approved flight, returns the first state
 * that applies: ended, spent, paused, scheduled, capped until tomorrow, live.
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

/** The kinds of user who act on flights: a manager of the advertiser, an administrator, or a user with read access. */
export type FlightActor = 'manager' | 'admin' | 'reader';

type Course = Pick<FlightFacts, 'stage' | 'paused' | 'endsMs'> & {
  readonly hasProposal: boolean;
  readonly heldByAdmin: boolean;
  readonly isArchived: boolean;
};

/** The stages in which each action is possible, and who may take it. */
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
  archive: { from: ['approved', 'cancelled'], by: ['manager', 'admin'] },
  restore: { from: ['approved', 'cancelled'], by: ['manager', 'admin'] },
};

/**
 * Returns the actions that an actor may take on a flight. A flight's stage goes from draft to in review, and then to
 * approved or returned. An approved flight can be paused, resumed, canceled, and changed by a proposal. An
 * administrator's change applies immediately, even to a flight that is in review, approved or ended (to extend it). A
 * canceled flight is immutable, and an ended flight allows no other change. Both can be archived, and an archived flight
 * can only be restored. Only administrators may resume a flight
 * that an administrator paused.
 */
export function flightActs(
  { stage, paused, endsMs, hasProposal, heldByAdmin, isArchived }: Course,
  actor: FlightActor,
  nowMs: number,
): FlightAct[] {
  const isOver = stage === 'approved' && nowMs >= endsMs;
  if (isArchived && (isOver || stage === 'cancelled')) return actor === 'reader' ? [] : ['restore'];
  return (Object.keys(ACTS) as FlightAct[]).filter((act) => {
    if (actor === 'admin' && act === 'edit') return stage !== 'cancelled';
    const { from, by } = ACTS[act];
    if (!by.includes(actor) || !from.includes(stage)) return false;
    if (act === 'decide') return hasProposal;
    if (act === 'restore') return false;
    if (act === 'archive') return isOver || stage === 'cancelled';
    if (isOver) return false;
    if (act === 'pause') return !paused;
    return act !== 'resume' || (paused && (actor === 'admin' || !heldByAdmin));
  });
}

/** Returns the stage after an action; null if the stage does not change. */
export const stageAfter = (act: FlightAct): FlightStage | null =>
  (({ submit: 'in_review', approve: 'approved', return: 'returned', cancel: 'cancelled' }) as const)[act as 'submit'] ??
  null;

/** Flight states by importance. A campaign shows its most important one. */
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

/** Returns a campaign's state; null without flights. */
export const campaignState = (states: readonly FlightState[]): FlightState | null =>
  BY_WEIGHT.find((state) => states.includes(state)) ?? null;

/** Whether all flights of a campaign have ended or were canceled, so that it can be archived. */
export const isCampaignOver = (states: readonly FlightState[]): boolean =>
  states.every((state) => state === 'ended' || state === 'cancelled');

/** Returns a state's sort position; null for campaigns without flights, which are sorted last. */
export const stateWeight = (state: FlightState | null): number | null =>
  state === null ? null : BY_WEIGHT.indexOf(state);

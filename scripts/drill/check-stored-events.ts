import { createHash } from 'node:crypto';
import type { DrillEvent, EventLedger } from './event-ledger.ts';
import type { StoredRow } from './stored-events-queries.ts';

export type StoredFindings = {
  readonly stored: number;
  /** Number of events that were acknowledged but are not stored. */
  readonly lost: number;
  /** Number of events stored more than once. */
  readonly doubled: number;
  /** Number of stored events that were never sent. */
  readonly foreign: number;
  /** Number of events whose amount, time, kind, owner or energy differs from the contracts. */
  readonly wrong: number;
  /**
   * Number of views of a flight with a scarce budget whose response got lost, so that only the rows show their
   * earnings.
   */
  readonly learned: number;
  readonly examples: readonly string[];
};

const MOST_EXAMPLES = 10;

/**
 * Returns the store's id for an event, computed without the product: the first 8 bytes of SHA-256 over outlet and id.
 */
export const storedIdOf = (outletKey: number, uuid: string): bigint =>
  createHash('sha256').update(`${outletKey}:${uuid}`).digest().readBigUInt64BE(0);

/**
 * Compares every stored row with the ledger, outlet by outlet. If an event's response got lost, the ledger cannot know
 * whether a budget still covered the event. The row then shows this, after a check that the event earned all or
 * nothing, and the ledger records the result.
 */
export async function checkStoredEvents(
  ledger: EventLedger,
  readRows: (outletKey: number) => Promise<readonly StoredRow[]>,
): Promise<StoredFindings> {
  const { terms } = ledger;
  const examples: string[] = [];
  const counts = { stored: 0, lost: 0, doubled: 0, foreign: 0, wrong: 0, learned: 0 };
  const find = (kind: 'lost' | 'doubled' | 'foreign' | 'wrong', example: string) => {
    counts[kind] += 1;
    if (examples.length < MOST_EXAMPLES) examples.push(`${kind}: ${example}`);
  };
  const indicesOf: number[][] = terms.outlets.map(() => []);
  for (const [index, { outlet }] of ledger.events.entries()) indicesOf[outlet]?.push(index);

  for (const [at, outlet] of terms.outlets.entries()) {
    const expected = new Map(
      (indicesOf[at] ?? []).map((index) => [storedIdOf(outlet.key, ledger.uuidOf(index)), index]),
    );
    const seen = new Map<number, StoredRow>();
    for (const row of await readRows(outlet.key)) {
      counts.stored += 1;
      const index = expected.get(row.eventId);
      if (index === undefined) find('foreign', `${row.kind} ${row.eventId} of ${outlet.eui}`);
      else if (seen.has(index)) find('doubled', `${row.kind} ${ledger.uuidOf(index)} of ${outlet.eui}`);
      else seen.set(index, row);
    }
    for (const index of indicesOf[at] ?? []) {
      const event = ledger.at(index);
      const row = seen.get(index);
      if (row === undefined) {
        if (event.acknowledgedAtMs !== null) find('lost', `${event.kind} ${ledger.uuidOf(index)} of ${outlet.eui}`);
        continue;
      }
      const problem = problemOf(ledger, index, row);
      if (problem !== null) find('wrong', `${event.kind} ${ledger.uuidOf(index)}: ${problem}`);
      if (event.verdict === null && isScarce(ledger, event)) {
        counts.learned += 1;
        event.verdict = verdictOf(row);
      }
    }
    for (const problem of followerProblems(ledger, seen)) find('wrong', problem);
  }
  for (const problem of budgetProblems(ledger)) find('wrong', problem);
  return { ...counts, examples };
}

const isScarce = ({ terms }: EventLedger, { flight }: DrillEvent): boolean => terms.flights[flight]?.budget != null;

function problemOf(ledger: EventLedger, index: number, row: StoredRow): string | null {
  const event = ledger.at(index);
  const { flights, owners, outlets } = ledger.terms;
  const flight = flights[event.flight];
  const { amount, owner } = ledger.price(event);
  const isWhole = row.amount === amount && row.ownerAmount === owner;
  const isNothing = row.amount === 0n && row.ownerAmount === 0n;
  if (row.timestampMs !== event.timestampMs) return `at ${row.timestampMs}, sent as ${event.timestampMs}`;
  if (row.kind !== event.kind) return `stored as ${row.kind}`;
  if (row.flightKey !== (flight?.key ?? 0)) return `flight ${row.flightKey}`;
  if (row.customerKey !== owners[outlets[event.outlet]?.owner ?? -1]?.key) return `owner ${row.customerKey}`;
  if (row.energyMilliWh !== ledger.energyOf(event)) return `${row.energyMilliWh} mWh`;
  const said = event.verdict;
  const is = verdictOf(row);
  if (said !== null && is !== said) return `stored as ${is}, said to be ${said}`;
  const isFreeView = said === null && event.view < 0 && !isScarce(ledger, event);
  const wanted = ledger.isHeld(event) ? 'paused' : 'counted';
  if (isFreeView && is !== wanted) return `stored as ${is}, by contract ${wanted}`;
  // A click has the flight of its view.
  const moments = [event, ...(event.view < 0 ? [] : [ledger.at(event.view)])];
  if (said === 'paused' && !moments.some((one) => ledger.isHeld(one))) return 'said to be held';
  // The first of two twins is the repeated event if the second arrived earlier. In the ledger, the second twin directly
  // follows the first.
  if (said === 'repeated' && event.twin < 0 && ledger.events[index + 1]?.twin !== index) return 'said to be repeated';
  if (said === 'over_budget' && !isScarce(ledger, event)) return 'said to be over a budget';
  const isEither = said === null && (isScarce(ledger, event) || event.kind !== 'view');
  const isRight = isEither ? isWhole || isNothing : said === null || said === 'counted' ? isWhole : isNothing;
  return isRight
    ? null
    : `earned ${row.amount} (${row.ownerAmount} the owner), by contract ${amount} (${owner}), said ${said}`;
}

/**
 * Checks clicks and burns. For a view that counts, exactly one click and one burn count and earn, regardless of which
 * twin. For a view that does not count, none do.
 */
function followerProblems(ledger: EventLedger, seen: ReadonlyMap<number, StoredRow>): string[] {
  const problems: string[] = [];
  const hasPair = new Set([...seen.keys()].map((index) => ledger.at(index).twin).filter((index) => index >= 0));
  for (const [index, row] of seen) {
    const event = ledger.at(index);
    const { twin, kind, view } = event;
    const isAlone = twin < 0 && !hasPair.has(index);
    if (kind === 'view' || (twin < 0 && !isAlone)) continue;
    const rows = [row, ...(twin < 0 ? [] : [seen.get(twin)])].filter((one) => one !== undefined);
    const counted = rows.filter(({ invalid }) => invalid === 'none');
    const wanted = seen.get(view)?.invalid === 'none' && !ledger.isHeld(event) ? 1 : 0;
    if (counted.length !== wanted)
      problems.push(
        `${counted.length} ${kind}s of ${ledger.uuidOf(view)} count (as ${ledger.uuidOf(index)}), by contract ${wanted}`,
      );
    const earned = rows.reduce((sum, { amount }) => sum + amount, 0n);
    const due = wanted === 0 ? 0n : ledger.price(event).amount;
    if (earned !== due)
      problems.push(`${kind}s of the view of ${ledger.uuidOf(index)} earned ${earned} together, by contract ${due}`);
  }
  return problems;
}

const verdictOf = ({ invalid }: StoredRow) => (invalid === 'none' ? 'counted' : invalid);

/** Checks budgets. A flight earns no more than its budget, and all of it before an event is rejected as over budget. */
function budgetProblems(ledger: EventLedger): string[] {
  return ledger.terms.flights.flatMap(({ budget, code, micros }, index) => {
    if (budget === null) return [];
    const earned = ledger.events
      .filter(({ flight, verdict }) => flight === index && verdict === 'counted')
      .reduce((sum, event) => sum + ledger.price(event).amount, 0n);
    if (earned > budget) return [`${code} earned ${earned} of a budget of ${budget}`];
    const isOver = ledger.events.some(({ flight, verdict }) => flight === index && verdict === 'over_budget');
    const next = micros.at(-1)?.value ?? 0n;
    return isOver && earned + next <= budget ? [`${code} earned only ${earned} of a budget of ${budget}`] : [];
  });
}

import type { FlightAct } from '#contract/flight-parts.ts';
import { stageAfter } from '#domain/flight-state.ts';
import { readTargetRule } from '#domain/targets.ts';
import type { UpdateContext } from '../../administration/optimistic-lock.ts';
import { FieldError } from '../../http/app-error.ts';
import { holdFlight } from '../../network/hold-flight.ts';
import { changeFlightRow, type FlightChanger, refuseForApproved, requireAct } from './change-flight.ts';
import { checkConstraints } from './check-constraints.ts';
import { changedColumns, diffOf } from './flight-fields.ts';
import { type FlightRow, removeProposal, replacePrices, updateFlightRow } from './flights-queries.ts';
import { type CheckLowered, guardBudgetDecrease } from './guard-budget-decrease.ts';
import { proposedChanges, proposedColumns, takeProposedCreatives } from './proposed-changes.ts';
import { zoneOf } from './read-flights.ts';
import { flightRow, lookOver } from './show-flight.ts';

type Claim = { readonly id: string; readonly version: number };

const stateChange = (before: FlightRow['state'], act: FlightAct) => ({ state: { before, after: stageAfter(act) } });

/** Reports all missing parts at once, each beside its field. */
function refuseIncomplete(missing: Readonly<Record<string, string>>): void {
  const count = Object.keys(missing).length;
  if (count === 0) return;
  throw new FieldError(missing, 'invalid', {
    message: count === 1 ? (Object.values(missing)[0] ?? '') : `${count} things are missing.`,
    codes: Object.fromEntries(Object.keys(missing).map((field) => [field, 'missing'])),
  });
}

/** Submits a draft for review. Also fixes the rate card's prices, so that no later card changes them. */
export async function submit(changer: FlightChanger, claim: Claim): Promise<void> {
  const { missing, prices } = await lookOverClaimed(changer, claim);
  await changeFlightRow(changer, claim, async ({ tx, stored, nowMs }) => {
    requireAct(stored, 'submit', changer);
    refuseIncomplete(missing);
    if (stored.price_source === 'card') await replacePrices(tx, stored.id, prices);
    const by = changer.context.author.actor;
    await updateFlightRow(tx, stored.id, {
      state: 'in_review',
      submitted_at: nowMs,
      submitted_by: by,
      return_reason: '',
    });
    return { action: 'flight.submitted', subject: stored.code, detail: stateChange(stored.state, 'submit') };
  });
}

/**
 * The missing parts of the claimed version. Another change to the flight, or a new creative, gives it a new version.
 * Runs before the transaction, where it would wait for a second connection.
 */
const lookOverClaimed = async ({ needs, scope }: FlightChanger, { id }: Claim) =>
  lookOver(needs, await flightRow(needs, scope, id));

/** Approves a flight in review, or the proposal of an approved one. */
export async function approve(changer: FlightChanger, claim: Claim): Promise<void> {
  const { missing } = await lookOverClaimed(changer, claim);
  const wantedOf = (row: FlightRow) => {
    const { targets, ...terms } = changedColumns(row, proposedColumns(row));
    return { targets: targets === undefined ? undefined : readTargetRule(targets), terms };
  };
  const around = await checkConstraints(changer, claim.id, wantedOf);
  const decide =
    (checkLowered: CheckLowered) =>
    async ({ tx, stored, nowMs }: UpdateContext<FlightRow>) => {
      if (stored.state === 'approved') {
        requireAct(stored, 'decide', changer);
        const columns = changedColumns(stored, proposedColumns(stored));
        const lowering = { ...(await checkLowered(tx, stored, columns)), ...around.lowering };
        refuseForApproved(stored, columns, { ...around, lowering }, nowMs);
        const changes = await proposedChanges(tx, stored, zoneOf(changer.needs, stored), columns);
        if (Object.keys(columns).length > 0) await updateFlightRow(tx, stored.id, columns);
        await takeProposedCreatives(tx, stored, nowMs);
        await removeProposal(tx, stored.id);
        const detail = { ...diffOf(changes), proposed_by: stored.proposal_by };
        return { action: 'flight.change-approved', subject: stored.code, detail };
      }
      requireAct(stored, 'approve', changer);
      refuseIncomplete(missing);
      await updateFlightRow(tx, stored.id, { state: 'approved', approved_at: nowMs });
      return { action: 'flight.approved', subject: stored.code, detail: stateChange(stored.state, 'approve') };
    };
  await guardBudgetDecrease(changer.needs, (checkLowered) => changeFlightRow(changer, claim, decide(checkLowered)));
}

/** Returns a flight in review to the advertiser, or declines a proposal. */
export const giveBack = (changer: FlightChanger, claim: Claim, reason: string): Promise<void> =>
  changeFlightRow(changer, claim, async ({ tx, stored }) => {
    if (stored.state === 'approved') {
      requireAct(stored, 'decide', changer);
      const changes = await proposedChanges(tx, stored, zoneOf(changer.needs, stored));
      await removeProposal(tx, stored.id);
      return { action: 'flight.change-declined', subject: stored.code, detail: { ...diffOf(changes), reason } };
    }
    requireAct(stored, 'return', changer);
    await updateFlightRow(tx, stored.id, { state: 'returned', return_reason: reason });
    const detail = { ...stateChange(stored.state, 'return'), reason };
    return { action: 'flight.returned', subject: stored.code, detail };
  });

/** Pauses an approved flight, or resumes it. */
export const hold = (changer: FlightChanger, claim: Claim, paused: boolean): Promise<void> =>
  changeFlightRow(changer, claim, async ({ tx, stored, nowMs, version }) => {
    requireAct(stored, paused ? 'pause' : 'resume', changer);
    await holdFlight(tx, stored.id, paused, nowMs, { by: changer.actor === 'admin' ? 'admin' : 'manager', version });
    const action = paused ? 'flight.pause' : 'flight.resume';
    return { action, subject: stored.code, detail: { paused: { before: !paused, after: paused } }, leavesRow: true };
  });

/** Cancels a flight permanently, or withdraws its proposal. */
export const cancel = (changer: FlightChanger, claim: Claim, onlyProposal: boolean): Promise<void> =>
  changeFlightRow(changer, claim, async ({ tx, stored, nowMs }) => {
    if (onlyProposal) {
      if (stored.proposal_id === null) return null;
      await removeProposal(tx, stored.id);
      return { action: 'flight.change-withdrawn', subject: stored.code, detail: {} };
    }
    requireAct(stored, 'cancel', changer);
    await updateFlightRow(tx, stored.id, { state: 'cancelled', cancelled_at: nowMs });
    await removeProposal(tx, stored.id);
    return { action: 'flight.cancelled', subject: stored.code, detail: stateChange(stored.state, 'cancel') };
  });

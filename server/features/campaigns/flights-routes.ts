import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldChange, type FlightAct, NO_FIGURES } from '#contract/flight-parts.ts';
import * as contract from '#contract/flights.ts';
import { counted, formFor } from '#domain/counted.ts';
import { stageAfter } from '#domain/flight-state.ts';
import { nameKey } from '#domain/name-key.ts';
import { readTargetRule } from '#domain/targets.ts';
import type { UpdateContext } from '../../administration/optimistic-lock.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { holdFlight } from '../../network/hold-flight.ts';
import {
  changeFlight,
  changeFlightRow,
  draftFlight,
  type FlightChanger,
  refuseForApproved,
  requireAct,
} from './change-flight.ts';
import { checkConstraints } from './check-constraints.ts';
import { shownCreatives } from './creatives-queries.ts';
import { duplicateFlightRow } from './duplicate-flights.ts';
import { changedColumns, diffOf, fieldsOf, saidOf } from './flight-fields.ts';
import { shownPrices } from './flight-prices.ts';
import {
  type FlightRow,
  findCampaign,
  findColleagues,
  findFlight,
  findFlightAudit,
  findPrices,
  findWaiting,
  removeProposal,
  replacePrices,
  updateFlightRow,
} from './flights-queries.ts';
import { type CheckLowered, guardBudgetDecrease } from './guard-budget-decrease.ts';
import { paceFlight } from './pace-flight.ts';
import {
  creativesAround,
  proposedChanges,
  proposedColumns,
  proposedRule,
  takeProposedCreatives,
} from './proposed-changes.ts';
import { pointsOf, reachedOutlets, targetNames } from './reached-outlets.ts';
import { type CampaignNeeds, NO_SUMS, shownFlight, zoneOf } from './read-flights.ts';
import { actorOf, describeFlight, describeWrittenFlight, flightRow, lookOver } from './show-flight.ts';

type Claim = { readonly id: string; readonly version: number };

const stateChange = (before: FlightRow['state'], act: FlightAct) => ({ state: { before, after: stageAfter(act) } });

const FIELD = { one: 'field', other: 'fields' };

/** Throws an error that lists all missing parts together, each next to its field. */
function refuseIncomplete(missing: Readonly<Record<string, string>>): void {
  const count = Object.keys(missing).length;
  if (count === 0) return;
  throw new FieldError(missing, 'invalid', {
    message:
      count === 1
        ? (Object.values(missing)[0] ?? '')
        : `${counted(count, FIELD)} ${formFor(count, { one: 'is', other: 'are' })} missing or invalid.`,
    codes: Object.fromEntries(Object.keys(missing).map((field) => [field, 'missing'])),
  });
}

/** Submits a draft for review. Also fixes the rate card's prices, so that no later card changes them. */
async function submit(changer: FlightChanger, claim: Claim): Promise<void> {
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
 * Checks what is missing in the flight. Any later change to the flight, or a new creative, gives the flight a new
 * version, so the claim then fails. Runs before the transaction, because inside it the check would wait for a second
 * connection.
 */
const lookOverClaimed = async ({ needs, scope }: FlightChanger, { id }: Claim) =>
  lookOver(needs, await flightRow(needs, scope, id));

/** Approves a flight in review, or the proposal for an approved flight. */
async function approve(changer: FlightChanger, claim: Claim): Promise<void> {
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
const returnToAdvertiser = (changer: FlightChanger, claim: Claim, reason: string): Promise<void> =>
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

/** Pauses or resumes an approved flight. */
const hold = (changer: FlightChanger, claim: Claim, paused: boolean): Promise<void> =>
  changeFlightRow(changer, claim, async ({ tx, stored, nowMs, version }) => {
    requireAct(stored, paused ? 'pause' : 'resume', changer);
    await holdFlight(tx, stored.id, paused, nowMs, { by: changer.actor === 'admin' ? 'admin' : 'manager', version });
    const action = paused ? 'flight.pause' : 'flight.resume';
    return { action, subject: stored.code, detail: { paused: { before: !paused, after: paused } }, leavesRow: true };
  });

/** Archives or restores a flight that is over. */
const setArchived = (changer: FlightChanger, claim: Claim, isArchived: boolean): Promise<void> =>
  changeFlightRow(changer, claim, async ({ tx, stored, nowMs }) => {
    requireAct(stored, isArchived ? 'archive' : 'restore', changer);
    await updateFlightRow(tx, stored.id, { archived_at: isArchived ? nowMs : null });
    return { action: isArchived ? 'flight.archived' : 'flight.restored', subject: stored.code, detail: {} };
  });

/** Cancels a flight permanently, or withdraws its proposal. */
const cancel = (changer: FlightChanger, claim: Claim, onlyProposal: boolean): Promise<void> =>
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

type Detail = Readonly<Record<string, unknown>>;

/** Returns the changes in an audit entry: the fields with a value before and after. */
const changesIn = (detail: Detail): FieldChange[] =>
  Object.entries(detail).flatMap(([field, value]) => {
    if (typeof value !== 'object' || value === null || !('before' in value) || !('after' in value)) return [];
    const text = (part: unknown) => (part === null || part === undefined ? '' : String(part));
    return [{ field, before: text(value.before), after: text(value.after) }];
  });

/**
 * Returns who acted, as advertisers see it: another organization, or an administrator. Advertisers never see an email
 * address.
 */
const strangerIn = ({ property }: Detail): string => (typeof property === 'string' ? property : 'an administrator');

const { submitFlight, approveFlight, pauseFlight, resumeFlight, archiveFlight, restoreFlight } = contract;
type PlainAct =
  | typeof submitFlight
  | typeof approveFlight
  | typeof pauseFlight
  | typeof resumeFlight
  | typeof archiveFlight
  | typeof restoreFlight;
const ACTS: readonly (readonly [PlainAct, typeof submit])[] = [
  [submitFlight, submit],
  [approveFlight, approve],
  [pauseFlight, (changer, claim) => hold(changer, claim, true)],
  [resumeFlight, (changer, claim) => hold(changer, claim, false)],
  [archiveFlight, (changer, claim) => setArchived(changer, claim, true)],
  [restoreFlight, (changer, claim) => setArchived(changer, claim, false)],
];

type ActOnSeveral = typeof contract.pauseFlights | typeof contract.resumeFlights | typeof contract.approveFlights;
const ACTS_ON_SEVERAL: readonly (readonly [ActOnSeveral, typeof submit])[] = [
  [contract.pauseFlights, (changer, claim) => hold(changer, claim, true)],
  [contract.resumeFlights, (changer, claim) => hold(changer, claim, false)],
  [contract.approveFlights, approve],
];

/**
 * Runs an action on one of several flights. A refusal becomes the flight's result, so that the other flights do not
 * depend on it. Rights are checked as for a single flight.
 */
async function actOnOne(changer: FlightChanger, claim: Claim, act: typeof submit) {
  const { accounts } = changer.needs;
  const error = await act(changer, claim).then(
    () => null,
    (reason: unknown) => {
      if (reason instanceof FieldError) return Object.values(reason.fields).join(' ');
      if (reason instanceof AppError) return reason.message;
      throw reason;
    },
  );
  const row = await findFlight(accounts, changer.scope, claim.id);
  return { id: claim.id, code: row?.code ?? '', error, version: error === null ? (row?.updated_at ?? null) : null };
}

/** Registers the flight routes: draft, submit, decide, pause and cancel, and read a flight's state and history. */
export function flightRoutes(needs: CampaignNeeds, changerOf: (request: FastifyRequest) => FlightChanger) {
  const { accounts } = needs;
  const after = async (changer: FlightChanger, id: string, done: Promise<unknown>) => {
    await done;
    return describeWrittenFlight(needs, changer, id);
  };
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, contract.createFlight, async (request) => {
      const changer = changerOf(request);
      const campaign = await findCampaign(accounts, changer.scope, request.params.id);
      if (campaign === undefined) throw new AppError('not-found', 'Campaign not found.');
      const id = await draftFlight(changer, campaign, request.body);
      return describeWrittenFlight(needs, changer, id);
    });
    addRoute(app, contract.getFlight, (request) =>
      describeFlight(needs, { scope: scopeOfRequest(request), actor: actorOf(callerOf(request)) }, request.params.id),
    );
    addRoute(app, contract.updateFlight, (request) => {
      const changer = changerOf(request);
      const { version, price, price_from, ...fields } = request.body;
      const { id } = request.params;
      return after(changer, id, changeFlight(changer, { id, version }, fields, { price, price_from }));
    });
    addRoute(app, contract.duplicateFlight, async (request) => {
      const changer = changerOf(request);
      const flight = await flightRow(needs, changer.scope, request.params.id);
      const campaign = await findCampaign(accounts, changer.scope, flight.campaign_id);
      if (campaign === undefined) throw new AppError('not-found', 'Campaign not found.');
      return describeWrittenFlight(needs, changer, await duplicateFlightRow(changer, campaign, flight));
    });
    for (const [endpoint, act] of ACTS_ON_SEVERAL)
      addRoute(app, endpoint, async (request) => {
        const changer = changerOf(request);
        const results = [];
        for (const claim of request.body.flights) results.push(await actOnOne(changer, claim, act));
        return { results };
      });
    for (const [endpoint, act] of ACTS) {
      addRoute(app, endpoint, (request) => {
        const changer = changerOf(request);
        const claim = { id: request.params.id, version: request.body.version };
        return after(changer, claim.id, act(changer, claim));
      });
    }
    addRoute(app, contract.cancelFlight, (request) => {
      const changer = changerOf(request);
      const { version, proposal = false } = request.body;
      return after(changer, request.params.id, cancel(changer, { id: request.params.id, version }, proposal));
    });
    addRoute(app, contract.returnFlight, (request) => {
      const changer = changerOf(request);
      const { id } = request.params;
      const reason = checkedText('reason', request.body.reason, 500);
      if (reason === '') throw new FieldError({ reason: 'Enter a reason.' });
      return after(changer, id, returnToAdvertiser(changer, { id, version: request.body.version }, reason));
    });
    addRoute(app, contract.listReviews, async ({ query }) => {
      const { q = '', sort = 'at' } = query;
      const { page, limit, offset } = readPage(query);
      const { name, direction } = readSort(sort);
      const key = nameKey(q);
      const waiting = (await findWaiting(accounts)).filter(({ code, label, campaign_name, customer_name }) =>
        [code, label, campaign_name, customer_name].some((text) => nameKey(text).includes(key)),
      );
      const since = (row: (typeof waiting)[number]) => row.proposal_at ?? row.submitted_at ?? 0;
      const orders = {
        at: since,
        advertiser: (row: (typeof waiting)[number]) => nameKey(row.customer_name),
        starts_at: (row: (typeof waiting)[number]) => row.starts_at,
      };
      const sign = direction === 'desc' ? -1 : 1;
      waiting.sort((a, b) => {
        const [one, other] = [orders[name](a), orders[name](b)];
        return one === other ? (a.id < b.id ? -1 : 1) : (one < other ? -1 : 1) * sign;
      });
      const shown = waiting.slice(offset, offset + limit);
      const describe = async (row: (typeof waiting)[number]) => {
        const isNew = row.state === 'in_review';
        const after = isNew ? row : ({ ...row, ...proposedColumns(row) } as typeof row);
        const [{ now: own, coming }, prices, reached] = await Promise.all([
          creativesAround(accounts, row),
          findPrices(accounts, row.id),
          reachedOutlets(needs, readTargetRule(after.targets), row.category),
        ]);
        return {
          kind: isNew ? 'flight' : 'change',
          at: new Date(since(row)).toISOString(),
          by: row.proposal_by ?? row.submitted_by,
          flight: { ...shownFlight(row, NO_SUMS, { actor: 'admin', nowMs: needs.now() }), ...NO_FIGURES },
          category: row.category,
          time_zone: zoneOf(needs, row),
          fields: fieldsOf(after, zoneOf(needs, row)),
          price_source: row.price_source,
          prices: shownPrices(prices),
          target_names: targetNames(reached.network, readTargetRule(row.targets), proposedRule(row)),
          outlets: reached.holdings.length,
          blocked_outlets: reached.blocked,
          blocked_by: reached.blockers,
          changes: isNew ? saidOf(row, zoneOf(needs, row)) : await proposedChanges(accounts, row, zoneOf(needs, row)),
          creatives: await shownCreatives(accounts, isNew ? own : coming),
        };
      };
      const data = await Promise.all(shown.map(describe));
      return { data, total: waiting.length, page, limit };
    });
    addRoute(app, contract.listFlightHistory, async (request) => {
      const row = await flightRow(needs, scopeOfRequest(request), request.params.id);
      const entries = await findFlightAudit(accounts, row.code);
      const seesAll = scopeOfRequest(request).kind === 'all';
      const colleagues = await findColleagues(
        accounts,
        row.customer_id,
        entries.flatMap(({ actor_id: id }) => id ?? []),
      );
      const data = entries.map(({ at, actor, actor_id: id, action, detail }) => {
        const facts = JSON.parse(detail) as Detail;
        return {
          at: new Date(at).toISOString(),
          by: seesAll || (id !== null && colleagues.has(id)) ? actor : strangerIn(facts),
          action,
          changes: changesIn(facts),
          reason: typeof facts.reason === 'string' ? facts.reason : '',
        };
      });
      return { data };
    });
    addRoute(app, contract.getFlightPacing, async (request) => {
      const scope = scopeOfRequest(request);
      return paceFlight(needs, scope, await flightRow(needs, scope, request.params.id));
    });
    addRoute(app, contract.getFlightOutlets, async (request) => {
      const row = await flightRow(needs, scopeOfRequest(request), request.params.id);
      const { holdings } = await reachedOutlets(needs, readTargetRule(row.targets), row.category);
      return { outlets: holdings.length, reached: pointsOf(holdings) };
    });
  };
}

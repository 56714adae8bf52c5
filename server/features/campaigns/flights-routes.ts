import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldChange, NO_FIGURES } from '#contract/flight-parts.ts';
import * as contract from '#contract/flights.ts';
import { nameKey } from '#domain/name-key.ts';
import { readTargetRule } from '#domain/targets.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { approve, cancel, giveBack, hold, submit } from './act-on-flight.ts';
import { changeFlight, draftFlight, type FlightChanger } from './change-flight.ts';
import { shownCreatives } from './creatives-queries.ts';
import { saidOf } from './flight-fields.ts';
import { findCampaign, findColleagues, findFlightAudit, findWaiting } from './flights-queries.ts';
import { paceFlight } from './pace-flight.ts';
import { creativesAround, proposedChanges } from './proposed-changes.ts';
import { pointsOf, reachedOutlets } from './reached-outlets.ts';
import { type CampaignNeeds, NO_SUMS, shownFlight, zoneOf } from './read-flights.ts';
import { actorOf, describeFlight, describeWrittenFlight, flightRow } from './show-flight.ts';

type Detail = Readonly<Record<string, unknown>>;

/** The changes of an entry: fields with a before and an after. */
const changesIn = (detail: Detail): FieldChange[] =>
  Object.entries(detail).flatMap(([field, value]) => {
    if (typeof value !== 'object' || value === null || !('before' in value) || !('after' in value)) return [];
    const text = (part: unknown) => (part === null || part === undefined ? '' : String(part));
    return [{ field, before: text(value.before), after: text(value.after) }];
  });

/** Advertisers learn which other organization acted, or that an administrator did. They never see an address. */
const strangerIn = ({ property }: Detail): string => (typeof property === 'string' ? property : 'an administrator');

const { submitFlight, approveFlight, pauseFlight, resumeFlight } = contract;
type PlainAct = typeof submitFlight | typeof approveFlight | typeof pauseFlight | typeof resumeFlight;
const ACTS: readonly (readonly [PlainAct, typeof submit])[] = [
  [submitFlight, submit],
  [approveFlight, approve],
  [pauseFlight, (changer, claim) => hold(changer, claim, true)],
  [resumeFlight, (changer, claim) => hold(changer, claim, false)],
];

/** Routes of flights: draft, submit, decide, pause and cancel, and read their state and history. */
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
      if (campaign === undefined) throw new AppError('not-found', 'There is no such campaign.');
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
      if (reason === '') throw new FieldError({ reason: 'Say why.' });
      return after(changer, id, giveBack(changer, { id, version: request.body.version }, reason));
    });
    addRoute(app, contract.listReviews, async ({ query }) => {
      const { q = '', sort = 'at' } = query;
      const { page, limit, offset } = readPage(query);
      const { name, direction } = readSort(sort);
      const key = nameKey(q);
      const waiting = (await findWaiting(accounts)).filter(({ code, campaign_name, customer_name }) =>
        [code, campaign_name, customer_name].some((text) => nameKey(text).includes(key)),
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
        const { now: own, coming } = await creativesAround(accounts, row);
        return {
          kind: isNew ? 'flight' : 'change',
          at: new Date(since(row)).toISOString(),
          by: row.proposal_by ?? row.submitted_by,
          flight: { ...shownFlight(row, NO_SUMS, { actor: 'admin', nowMs: needs.now() }), ...NO_FIGURES },
          category: row.category,
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

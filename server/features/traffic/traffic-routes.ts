import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import { acceptObjection, declineObjection, listObjections, raiseObjection } from '#contract/objections.ts';
import { getInvalidTraffic, type InvalidTraffic, type InvalidTrafficRow } from '#contract/traffic.ts';
import {
  approveFindingCredit,
  declineFindingCredit,
  listTrafficFindings,
  proposeFindingCredit,
} from '#contract/traffic-findings.ts';
import {
  getTrafficRules,
  setTrafficRules,
  type TrafficRules,
  type TrafficRulesVersions,
  type TriedRules,
  tryTrafficRules,
} from '#contract/traffic-rules.ts';
import { DATA_CENTER_LIST } from '#domain/data-center-list.gen.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { outletName } from '#domain/eui.ts';
import { FIRST_RULES, type TrafficRules as Rules, rulesAt } from '#domain/judging-rules.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { insertWithAudit } from '../../administration/insert-with-audit.ts';
import { changedFields, isEmpty } from '../../administration/optimistic-lock.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { JudgedFigures, TrafficQuestion } from '../../figures/judged-figures.ts';
import { addUpEvents, addUpInvalid, shownJudged } from '../../figures/project/shown-invalid.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { readTrafficRules, rulesOfRow } from '../../network/read-traffic-rules.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { approveCredit, declineCredit, proposeCredit, showFinding, showFindings } from './adjust-findings.ts';
import { accept, decline, type Objecting, raise, showObjection, showObjections } from './decide-objections.ts';
import { findRuleVersions, insertRules } from './traffic-queries.ts';
import { tryRules } from './try-rules.ts';

type Needs = Pick<Dependencies, 'accounts' | 'budgets' | 'config' | 'events' | 'figures' | 'mail' | 'network' | 'now'>;

/** Rate limit, because each objection sends a mail to every administrator. */
const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;

/**
 * Registers the routes for invalid traffic: its figures, the rules, and objections
 * (docs/business-rules.md#invalid-traffic).
 */
export function trafficRoutes(needs: Needs) {
  const { accounts, figures, now } = needs;
  const contextOf = (request: FastifyRequest) => ({ accounts, now, author: authorOf(request) });
  const objecting = (request: FastifyRequest): Objecting => ({ ...needs, context: contextOf(request) });

  const shown = (request: FastifyRequest, id: string) =>
    showObjection(needs, id, { isAdmin: callerOf(request).role === 'admin', isVisit: isVisit(request) });

  /** Returns who objects: the caller's own customer, or the customer that an administrator names. */
  async function objectorOf(request: FastifyRequest, cid: string | undefined) {
    const { role, customer, userId } = callerOf(request);
    const { customerById } = await figures.network();
    const id = role === 'admin' ? cid : customer?.id;
    if (id === undefined)
      throw new AppError('invalid', 'Set `cid` to the ID of the customer who disputes the traffic.');
    if (role !== 'admin' && cid !== undefined && cid !== id)
      throw new AppError('forbidden', 'Your account belongs to another customer.');
    const named = customerById.get(id);
    if (named === undefined) throw new AppError('not-found', 'Customer not found.');
    return { id, party: { kind: named.kind, customerKey: named.key }, userId };
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getInvalidTraffic, async (request) => {
      const { by = 'day', reason = null, flight, ...range } = request.query;
      const asked = await readQuestion(figures, () => scopeOfRequest(request), range, now());
      const network = await figures.network();
      const flights = flight === undefined ? null : flightKeys(network, asked.scope, flight.split(','));
      const question = { ...asked, by, reason, flights };
      const [judged, period] = await Promise.all([figures.judged(question), figures.periodOf(asked)]);
      return { period, ...showTraffic(network, question, judged) };
    });

    addRoute(app, listObjections, async (request) => {
      const { customer, role } = callerOf(request);
      const seesAll = role === 'admin' || role === 'full';
      return { data: await showObjections(needs, seesAll ? null : (customer?.id ?? ''), isVisit(request)) };
    });

    addRoute(
      app,
      raiseObjection,
      async (request) => {
        const by = await objectorOf(request, request.query.cid);
        const id = await raise(objecting(request), request.body, by);
        return shown(request, id);
      },
      LIMITS,
    );

    addRoute(app, acceptObjection, async (request) => {
      await accept(objecting(request), request.params.id, request.body.reason);
      return shown(request, request.params.id);
    });

    addRoute(app, declineObjection, async (request) => {
      await decline(objecting(request), request.params.id, request.body.reason);
      return shown(request, request.params.id);
    });

    addRoute(app, listTrafficFindings, (request) =>
      showFindings(needs, readPage(request.query), callerOf(request).userId),
    );

    const credits = [
      [proposeFindingCredit, proposeCredit],
      [approveFindingCredit, approveCredit],
      [declineFindingCredit, declineCredit],
    ] as const;
    for (const [endpoint, decideCredit] of credits)
      addRoute(app, endpoint, async (request) => {
        const { userId } = callerOf(request);
        await decideCredit({ ...needs, context: contextOf(request), userId }, request.params.id);
        return showFinding(needs, request.params.id, userId);
      });

    addRoute(app, getTrafficRules, () => showRules(needs));

    addRoute(
      app,
      tryTrafficRules,
      async (request, reply) => {
        let isWanted = true;
        reply.raw.once('close', () => {
          isWanted = false;
        });
        const rules = readTrafficRules(request.body, await currentRules(needs));
        return tryRules(needs, rules, () => isWanted);
      },
      LIMITS,
    );

    addRoute(app, setTrafficRules, async (request) => {
      await setRules(contextOf(request), request.body);
      return showRules(needs);
    });
  };
}

const sentRules = (rules: Rules): TrafficRules => ({
  visitor_seconds: rules.visitorSeconds,
  outlet_pace: rules.outletPace,
  data_centre: rules.dataCentre,
  silent_minutes: rules.silentMinutes,
  backfill_hours: rules.backfillHours,
  patterns: rules.patterns,
});

/** Returns the current rules for arriving events. */
async function currentRules({ accounts, now }: Pick<Dependencies, 'accounts' | 'now'>): Promise<Rules> {
  const rows = await findRuleVersions(accounts);
  return rulesAt(
    [...rows].reverse().map((row) => ({ validFrom: row.valid_from, ...rulesOfRow(row) })),
    now(),
  );
}

async function showRules({
  accounts,
  config,
  now,
}: Pick<Dependencies, 'accounts' | 'config' | 'now'>): Promise<TrafficRulesVersions> {
  const rows = await findRuleVersions(accounts);
  const { source, date, ranges } = DATA_CENTER_LIST;
  return {
    rules: sentRules(
      rulesAt(
        [...rows].reverse().map((row) => ({ validFrom: row.valid_from, ...rulesOfRow(row) })),
        now(),
      ),
    ),
    unsigned_views: config.unsignedViews,
    has_ranges: config.dataCentreRanges !== null,
    data_centers: { source, date, ranges },
    versions: rows.map((row) => ({
      from: new Date(row.valid_from).toISOString(),
      by: row.made_by,
      rules: sentRules(rulesOfRow(row)),
    })),
  };
}

/** Makes each pattern's mode a separate field. */
const flat = ({ patterns, ...others }: TrafficRules) => ({ ...others, ...patterns });

/** Stores rules that apply from now on; earlier decisions stay. Unchanged rules create no version. */
const setRules = (context: ChangeContext, sent: TriedRules): Promise<void> =>
  insertWithAudit(context, async ({ tx, nowMs, note }) => {
    const [last] = await findRuleVersions(tx);
    const now = last === undefined ? FIRST_RULES : rulesOfRow(last);
    const [before, wanted] = [sentRules(now), sentRules(readTrafficRules(sent, now))];
    if (isEmpty(changedFields(flat(before), flat(wanted)))) return;
    const { outlet_pace, data_centre, patterns, ...numbers } = wanted;
    await insertRules(tx, {
      id: newId(),
      valid_from: nowMs,
      made_by: context.author.actor,
      ...numbers,
      outlet_pace: outlet_pace ? 1 : 0,
      data_centre: data_centre ? 1 : 0,
      patterns: JSON.stringify(patterns),
    });
    await note({ action: 'traffic-rules.changed', subject: 'rules', detail: { rules: { before, after: wanted } } });
  });

/** Maximum number of rows in a response. */
const MOST_ROWS = 1_000;
const NOTHING = { views: 0, clicks: 0, burns: 0 };

/** Builds what the scope sees: days in order, and all other rows by their number of invalid events. */
function showTraffic(
  network: Network,
  { by, scope }: Pick<TrafficQuestion, 'by' | 'scope'>,
  figures: JudgedFigures,
): Omit<InvalidTraffic, 'period'> {
  const keys = new Set([...figures.net.keys(), ...figures.invalid.keys()]);
  const rows = [...keys].map((key) => ({
    ...namesOf(network, scope, by, key),
    ...shownJudged(figures.net.get(key) ?? NOTHING, figures.invalid.get(key) ?? new Map()),
  }));
  const ordered = rows.sort(by === 'day' ? byKey : byInvalid);
  const data = by === 'day' ? ordered.slice(-MOST_ROWS) : ordered.slice(0, MOST_ROWS);
  return {
    total: shownJudged(addUpEvents([...figures.net.values()]), addUpInvalid(figures.invalid.values())),
    signed_views: figures.plays.signed,
    unsigned: { views: figures.plays.unsigned, amount: dollars(figures.plays.unsignedMicros) },
    data,
    left_out: rows.length - data.length,
    samples: figures.samples.map(({ timestampMs, kind, outletKey, flightKey, reason, withheldMicros }) => ({
      timestamp: new Date(timestampMs).toISOString(),
      type: kind,
      eui: network.outletByKey.get(outletKey)?.eui ?? '',
      outlet: nameOfOutlet(network, outletKey),
      flight: flightKey === 0 ? '' : flightName(network, scope, flightKey),
      reason,
      withheld: dollars(withheldMicros),
    })),
  };
}

function namesOf(
  network: Network,
  scope: Scope,
  by: TrafficQuestion['by'],
  key: string,
): { key: string; name: string } {
  if (by === 'day') return { key, name: key };
  const number = Number(key);
  if (by === 'outlet') return { key: network.outletByKey.get(number)?.eui ?? '', name: nameOfOutlet(network, number) };
  if (number === 0) return { key: '', name: '' };
  return { key: flightName(network, scope, number), name: flightName(network, scope, number) };
}

function nameOfOutlet(network: Network, key: number): string {
  const outlet = network.outletByKey.get(key);
  return outlet === undefined ? '' : outletName(outlet);
}

/**
 * Returns a flight's name. Codes are private to the advertiser, so an owner sees the flights at its outlets only by
 * number.
 */
const flightName = (network: Network, scope: Scope, key: number): string =>
  scope.kind === 'owner' ? `#${key}` : (network.flightCode.get(key) ?? `#${key}`);

/**
 * Finds flights by the names that the scope sees. Unknown names are dropped, and names of other customers' flights
 * match nothing.
 */
function flightKeys(network: Network, scope: Scope, names: readonly string[]): number[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return [...network.flightCode.keys()].filter((key) => wanted.has(flightName(network, scope, key).toLowerCase()));
}

const byKey = (one: InvalidTrafficRow, other: InvalidTrafficRow) => (one.key < other.key ? -1 : 1);
const invalidOf = ({ gross, net }: InvalidTrafficRow) =>
  gross.views + gross.clicks + gross.burns - net.views - net.clicks - net.burns;
const byInvalid = (one: InvalidTrafficRow, other: InvalidTrafficRow) =>
  invalidOf(other) - invalidOf(one) || byKey(one, other);

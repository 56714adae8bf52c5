import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DailyFigures, getDailyFigures } from '#contract/daily.ts';
import { getOutletMap, getSummary, listCustomers, listDevices, listViews, type ViewPage } from '#contract/list.ts';
import { liveChanges } from '#contract/live.ts';
import { getOnboardingSteps, type OnboardingStep, type OnboardingSteps } from '#contract/onboarding.ts';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { search } from '#contract/search.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { wholeScope } from '../../figures/figures.ts';
import { projectView } from '../../figures/project/project-figures.ts';
import { asKnownOn, type Question } from '../../figures/query/question.ts';
import { END_OF_TIME_MS } from '../../figures/query/time-range.ts';
import { addFigures, NO_FIGURES } from '../../figures/read/sums.ts';
import type { ViewPlace } from '../../figures/read/view-events-queries.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute, formatOf, type RequestOf } from '../../http/add-route.ts';
import type { Caller } from '../../http/caller.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { atHand } from '../../lib/at-hand.ts';
import { createOutletClusters } from './answer-clusters.ts';
import { decodeCursor, encodeCursor, wholeNumber } from './cursor.ts';
import { findHoldings } from './find-outlet.ts';
import { createCustomerPages, isPaged, streamCustomers, viewNamesOf } from './list-customers.ts';
import { listDevicePage } from './list-devices.ts';
import { openLiveStream } from './live-stream.ts';
import {
  findCustomerAccount,
  findFirstCustomer,
  findFlight,
  findGoodKey,
  findRate,
  findShownFlight,
  findSite,
  findStandingOutlet,
} from './onboarding-queries.ts';
import { createOutletMaps } from './outlet-map.ts';
import { searchNetwork } from './search-network.ts';
import { createSummaries } from './summarise.ts';

/** Draws the PDF statement behind the link in docs/specification.md#calls. Checks the print ticket itself. */
export type StatementPrinting = {
  readonly printStatement: (request: RequestOf<typeof listCustomers>, reply: FastifyReply) => Promise<unknown>;
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers the customer list and the other dashboard routes (docs/decisions.md#contract, #who-sees-what). */
export function dashboardRoutes(
  dependencies: Pick<Dependencies, 'config' | 'accounts' | 'events' | 'figures' | 'live' | 'now'>,
  { printStatement }: StatementPrinting,
) {
  return async (app: FastifyInstance): Promise<void> => {
    const { config, figures, now } = dependencies;
    const customerPage = createCustomerPages(dependencies);
    const hasEvent = createFirstEvent(dependencies);
    const summary = createSummaries(dependencies);
    const outletMap = createOutletMaps(dependencies);
    const outletClusters = createOutletClusters(dependencies);
    const streams = createStreamLimit();
    type Query = Parameters<typeof readQuestion>[2] & { readonly known_on?: string };
    const question = async (request: FastifyRequest, query: Query) => {
      const knownOn = readKnownOn(query.known_on, config.networkTimeZone, now());
      const asked = await readQuestion(figures, () => scopeOfRequest(request), query, now());
      return { ...asked, ...asKnownOn(knownOn) };
    };

    addRoute(
      app,
      listCustomers,
      async (request, reply) => {
        if (request.query.format === 'print') return printStatement(request, reply);
        const asked = await question(request, request.query);
        if (isPaged(request.query)) return customerPage(asked, request.query);
        if (request.method === 'HEAD') return reply.type(JSON_TYPE).send('');
        return reply.type(JSON_TYPE).send(await streamCustomers(dependencies, asked, request.query.embed));
      },
      { isExport: (request) => formatOf(request) === 'print' },
    );
    addRoute(app, getSummary, async (request) =>
      summary(await question(request, request.query), request.query.compare),
    );
    addRoute(app, getOutletMap, async (request, reply) => {
      const narrowed = await figures.narrow(scopeOfRequest(request), request.query.cid);
      const { most } = request.query;
      return reply.type(JSON_TYPE).send(await outletMap(narrowed, most === undefined ? undefined : Number(most)));
    });
    addRoute(app, getOutletClusters, async (request) =>
      outletClusters(await figures.narrow(scopeOfRequest(request), request.query.cid), request.query),
    );
    addRoute(app, listDevices, async (request) =>
      listDevicePage(dependencies, await question(request, request.query), request.query),
    );
    addRoute(app, listViews, async (request) =>
      listViewPage(dependencies, await question(request, request.query), request.params.eui, request.query),
    );
    addRoute(app, search, async (request) => {
      const isAdmin = callerOf(request).role === 'admin';
      const who = { scope: scopeOfRequest(request), isAdmin, isVisit: isVisit(request) };
      return searchNetwork(dependencies, who, request.query.q);
    });
    addRoute(app, getOnboardingSteps, async (request) =>
      tellFirstSteps(
        { ...dependencies, hasEvent },
        { scope: scopeOfRequest(request), isAdmin: callerOf(request).role === 'admin' },
      ),
    );
    addRoute(app, getDailyFigures, async (request): Promise<DailyFigures> => {
      const asked = await question(request, request.query);
      const [days, period] = await Promise.all([figures.daily(asked), figures.periodOf(asked)]);
      return {
        period,
        data: days.map(({ day, views, clicks, burns, micros }) => ({
          date: day,
          views,
          clicks,
          burns,
          revenue: dollars(micros),
        })),
      };
    });
    addRoute(app, liveChanges, async (request, reply) => {
      const scope = scopeOfRequest(request);
      reply.header('X-Accel-Buffering', 'no').type('text/event-stream');
      // A HEAD response is never read, so its stream would never end.
      if (request.method === 'HEAD') return reply.send('');
      const caller = callerOf(request);
      const follow = (onEnd: () => void) => app.followSession(caller, onEnd);
      const enter = (displace: () => void) => streams.enter(caller, displace);
      return reply.send(openLiveStream({ live: dependencies.live, network: figures.network, scope, follow, enter }));
    });
  };
}

/**
 * Creates a check of whether a scope has an event that counts. The first screen polls this in the background, so a
 * positive result is cached permanently. If the events store does not respond in a short time, the check returns true,
 * so that no screen waits for the first event.
 */
function createFirstEvent({ figures }: Pick<Dependencies, 'figures'>): (scope: Scope) => Promise<boolean> {
  const found = new Set<string>();
  return async (scope) => {
    const name = scope.kind === 'all' ? 'all' : `${scope.kind}/${scope.customerId}`;
    if (found.has(name)) return true;
    const answer = await atHand(async () => ({ firstMs: await figures.firstEventAt(wholeScope(scope)) }));
    if (answer !== null && answer.firstMs !== null) found.add(name);
    return answer === null || answer.firstMs !== null;
  };
}

/**
 * Maximum number of streams per user and process. A person has fewer tabs, and a stolen session cannot exhaust the
 * memory.
 */
const MOST_STREAMS = 20;

/** Ends a stream that a newer one replaces. */
type Displace = () => void;

type StreamLimit = {
  /** Takes a slot for one of the caller's streams. Returns a function that releases it. */
  readonly enter: (caller: Caller, displace: Displace) => () => void;
};

/**
 * Keeps each user's newest streams and ends the oldest ones beyond the limit. The newest belongs to the tab in use;
 * the oldest may belong to a browser that disappeared (docs/threat-model.md#i19).
 */
function createStreamLimit(most = MOST_STREAMS): StreamLimit {
  const byHolder = new Map<string, Set<Displace>>();
  return {
    enter: (caller, displace) => {
      const holder = holderOf(caller);
      const open = byHolder.get(holder) ?? new Set();
      byHolder.set(holder, open);
      open.add(displace);
      const leave = (left: Displace): void => {
        open.delete(left);
        if (open.size === 0 && byHolder.get(holder) === open) byHolder.delete(holder);
      };
      for (const oldest of open) {
        if (open.size <= most) break;
        leave(oldest);
        oldest();
      }
      return () => leave(displace);
    },
  };
}

/**
 * Returns the name of the holder whose slots a stream takes. An administrator who views as a user takes none of the
 * user's slots. Each visitor to a demo account has separate slots.
 */
const holderOf = ({ viewer, isDemo, sessionId, userId }: Caller): string =>
  viewer?.id ?? (isDemo ? `demo ${sessionId}` : userId);

type Reading = Pick<Dependencies, 'accounts' | 'now'> & {
  readonly hasEvent: (scope: Scope) => Promise<boolean>;
};
type Reader = { readonly scope: Scope; readonly isAdmin: boolean };

/**
 * Returns the onboarding steps and which are done. A user without administration rights gets only the steps that their
 * own figures depend on.
 */
async function tellFirstSteps(reading: Reading, { scope, isAdmin }: Reader): Promise<OnboardingSteps> {
  const { accounts, hasEvent } = reading;
  const event = { step: 'event', done: await hasEvent(scope) } as const;
  if (isAdmin) return { data: await stepsOfAdmin(reading, event) };
  if (scope.kind === 'advertiser')
    return { data: [{ step: 'campaign', done: (await findFlight(accounts, scope.customerId)) !== undefined }, event] };
  const outlet = await findStandingOutlet(accounts, scope.kind === 'owner' ? scope.customerId : null);
  return { data: [{ step: 'outlets', done: outlet !== undefined }, event] };
}

async function stepsOfAdmin({ accounts, now }: Reading, event: OnboardingStep): Promise<OnboardingStep[]> {
  const [site, outlet, rate, flight, shown, key, account, owner, advertiser] = await Promise.all([
    findSite(accounts),
    findStandingOutlet(accounts, null),
    findRate(accounts),
    findFlight(accounts, null),
    findShownFlight(accounts),
    findGoodKey(accounts, now()),
    findCustomerAccount(accounts),
    findFirstCustomer(accounts, 'property'),
    findFirstCustomer(accounts, 'advertiser'),
  ]);
  const at = (customerId: string | undefined) => (customerId === undefined ? {} : { customer_id: customerId });
  return [
    { step: 'site', done: site !== undefined, ...at(owner?.id) },
    { step: 'outlets', done: outlet !== undefined, ...at(site?.customerId) },
    { step: 'rates', done: rate !== undefined },
    { step: 'campaign', done: flight !== undefined, ...at(advertiser?.id) },
    {
      step: 'creative',
      done: typeof shown?.creativeId === 'string',
      ...(shown === undefined ? {} : { campaign_id: shown.campaignId }),
    },
    { step: 'keys', done: key !== undefined, ...(outlet === undefined ? {} : { outlet_id: outlet.id }) },
    event,
    { step: 'account', done: account !== undefined, ...at(owner?.id) },
  ];
}

type ViewQuery = { readonly limit?: string; readonly cursor?: string };

const DEFAULT_LIMIT = 50;
const LARGEST_ID = 2n ** 64n - 1n;

/**
 * Returns a page of an outlet's views, newest first. A page begins after the cursor, so new events neither repeat nor
 * hide a view.
 */
async function listViewPage(
  { figures }: Pick<Dependencies, 'figures'>,
  question: Question,
  eui: string,
  query: ViewQuery,
): Promise<ViewPage> {
  const { scope, range } = question;
  const before: ViewPlace =
    query.cursor === undefined
      ? { timestampMs: range.endMs ?? END_OF_TIME_MS, eventId: 0n }
      : readPlace(query.cursor, range.endMs);
  const holdings = await findHoldings(figures, question, eui);
  const outletKey = holdings[0]?.outlet.key ?? 0;
  const customerKeys = holdings.map(({ customer }) => customer.key);
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const [network, { table }, singlesSinceMs] = await Promise.all([
    figures.network(),
    figures.outletSums(question, customerKeys, [outletKey]),
    figures.singlesSince(),
  ]);
  const own = customerKeys.map((key) => table.get(key)?.get(outletKey) ?? NO_FIGURES).reduce(addFigures, NO_FIGURES);
  const found = await figures.outletViews(question, {
    customerKeys,
    outletKey,
    before,
    ratedViews: own.ratedViews,
    limit: limit + 1,
    isFirst: query.cursor === undefined,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const names = viewNamesOf(network);
  return {
    data: page.map((view) => projectView(view, scope, names)),
    next_cursor: found.length > limit && last ? encodeCursor(last.timestampMs, last.eventId) : null,
    views_total: own.total.views,
    kept_since: singlesSinceMs > (range.startMs ?? 0) ? isoDateOf(singlesSinceMs) : null,
  };
}

function readPlace(cursor: string, endMs: number | null): ViewPlace {
  const [timestamp, id] = decodeCursor(cursor, 2);
  const place = {
    timestampMs: Number(wholeNumber(timestamp, BigInt(END_OF_TIME_MS))),
    eventId: wholeNumber(id, LARGEST_ID),
  };
  return endMs === null || place.timestampMs < endMs ? place : { timestampMs: endMs, eventId: 0n };
}

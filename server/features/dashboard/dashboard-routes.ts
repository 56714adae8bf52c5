import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DailyFigures, getDailyFigures } from '#contract/daily.ts';
import { getOutletMap, getSummary, listCustomers, listDevices, listViews } from '#contract/list.ts';
import { liveChanges } from '#contract/live.ts';
import { getOnboardingSteps } from '#contract/onboarding.ts';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { search } from '#contract/search.ts';
import { dollars } from '#domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asKnownOn } from '../../figures/query/question.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute, formatOf, type RequestOf } from '../../http/add-route.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { createOutletClusters } from './answer-clusters.ts';
import { createFirstEvent } from './first-event.ts';
import { createCustomerPages, isPaged, streamCustomers } from './list-customers.ts';
import { listDevicePage } from './list-devices.ts';
import { listViewPage } from './list-views.ts';
import { openLiveStream } from './live-stream.ts';
import { tellFirstSteps } from './onboarding-steps.ts';
import { createOutletMaps } from './outlet-map.ts';
import { searchNetwork } from './search-network.ts';
import { createStreamLimit } from './stream-limit.ts';
import { createSummaries } from './summarise.ts';

/** Draws the PDF statement behind the link of docs/specification.md#calls. Checks the print ticket itself. */
export type StatementPrinting = {
  readonly printStatement: (request: RequestOf<typeof listCustomers>, reply: FastifyReply) => Promise<unknown>;
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** The customer list and the other calls of the dashboard (docs/decisions.md#contract, #who-sees-what). */
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
      // A HEAD request has no reader, so its stream would never end.
      if (request.method === 'HEAD') return reply.send('');
      const caller = callerOf(request);
      const follow = (onEnd: () => void) => app.followSession(caller, onEnd);
      const enter = (displace: () => void) => streams.enter(caller, displace);
      return reply.send(openLiveStream({ live: dependencies.live, network: figures.network, scope, follow, enter }));
    });
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AdminCampaign, type CampaignStatus, importCampaigns, listAdminCampaigns } from '#contract/campaigns.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage } from '../../http/read-page.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { countCampaigns, findCampaignPage, sumFlights } from './campaigns-queries.ts';
import type { FlightChanger } from './change-flight.ts';
import { creativeRoutes } from './creatives-routes.ts';
import { flightRoutes } from './flights-routes.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { propertyCreativeRoutes } from './property-creatives.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { runCampaignRoutes } from './run-campaigns-routes.ts';
import { actorOf } from './show-flight.ts';

type CampaignRow = Awaited<ReturnType<typeof findCampaignPage>>[number];
type Flights = Awaited<ReturnType<typeof sumFlights>>[number];

/** Campaigns: all that is done with them, and the administrators' list of all advertisers'. */
export function campaignRoutes(dependencies: CampaignNeeds & Pick<Dependencies, 'imports'>) {
  const { accounts, imports, now } = dependencies;
  const changerOf = (request: FastifyRequest): FlightChanger => ({
    needs: dependencies,
    context: { accounts, now, author: authorOf(request) },
    scope: scopeOfRequest(request),
    actor: actorOf(callerOf(request)),
  });
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(runCampaignRoutes(dependencies, changerOf));
    await app.register(forecastRoutes(dependencies));
    await app.register(flightRoutes(dependencies, changerOf));
    await app.register(creativeRoutes(dependencies, changerOf));
    await app.register(propertyCreativeRoutes(dependencies));
    addRoute(app, listAdminCampaigns, async ({ query }) => {
      const { q = '', sort = 'name' } = query;
      const { page, limit, offset } = readPage(query);
      const [total, rows] = await Promise.all([
        countCampaigns(accounts, { q, sort }),
        findCampaignPage(accounts, { q, sort }, { limit, offset }),
      ]);
      const ids = rows.map(({ id }) => id);
      const flights = new Map((await sumFlights(accounts, ids, now())).map((row) => [row.campaign_id, row]));
      return { data: rows.map((row) => shownCampaign(row, flights.get(row.id))), total, page, limit };
    });
    addImportRoute(app, importCampaigns, 'campaigns', imports);
  };
}

const shownCampaign = (row: CampaignRow, flights: Flights | undefined): AdminCampaign => ({
  id: row.id,
  name: row.name,
  advertiser: row.customer_name,
  advertiser_id: row.customer_id,
  flights: Number(flights?.flights ?? 0),
  starts_at: flights === undefined ? null : new Date(Number(flights.starts_at)).toISOString(),
  ends_at: flights === undefined ? null : new Date(Number(flights.ends_at)).toISOString(),
  budget: Number(flights?.budget_micros ?? 0) / 1_000_000,
  status: statusOf(flights),
});

function statusOf(flights: Flights | undefined): CampaignStatus {
  if (flights === undefined) return 'empty';
  const { running, paused, planned } = flights;
  if (Number(running) > 0) return 'running';
  if (Number(paused) > 0) return 'paused';
  return Number(planned) > 0 ? 'planned' : 'ended';
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importCampaigns } from '#contract/campaigns.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { authorOf } from '../../http/author-of.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import type { FlightChanger } from './change-flight.ts';
import { creativeRoutes } from './creatives-routes.ts';
import { flightRoutes } from './flights-routes.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { propertyCreativeRoutes } from './property-creatives.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { runCampaignRoutes } from './run-campaigns-routes.ts';
import { actorOf } from './show-flight.ts';

/** Campaigns: all that is done with them. */
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
    addImportRoute(app, importCampaigns, 'campaigns', imports);
  };
}

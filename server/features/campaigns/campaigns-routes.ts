import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportCampaigns, importCampaigns } from '#contract/campaigns.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import type { FlightChanger } from './change-flight.ts';
import { creativeRoutes } from './creatives-routes.ts';
import { CAMPAIGN_COLUMNS, exportedFlights } from './export-campaigns.ts';
import { flightRoutes } from './flights-routes.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { housePictureRoutes } from './house-picture-routes.ts';
import { minimumTerms } from './minimum-terms.ts';
import { propertyCreativeRoutes } from './property-creatives.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { runCampaignRoutes } from './run-campaigns-routes.ts';
import { actorOf } from './show-flight.ts';

/** All routes of campaigns. */
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
    await app.register(housePictureRoutes(dependencies));
    addRoute(
      app,
      exportCampaigns,
      async (request, reply) => {
        const rows = await exportedFlights(dependencies);
        const detail = { rows: rows.length };
        const entry = { at: now(), action: 'campaigns.exported', subject: 'campaigns', detail };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        return sendCsv(reply, 'campaigns.csv', CAMPAIGN_COLUMNS, rows);
      },
      { isExport: true },
    );
    addImportRoute(app, importCampaigns, 'campaigns', imports, () => minimumTerms(dependencies));
  };
}

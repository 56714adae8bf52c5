import type { FastifyInstance } from 'fastify';
import { type AdminCampaign, type CampaignStatus, importCampaigns, listAdminCampaigns } from '#contract/campaigns.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { readPage } from '../../http/read-page.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { countCampaigns, findCampaignPage, sumFlights } from './campaigns-queries.ts';

type CampaignRow = Awaited<ReturnType<typeof findCampaignPage>>[number];
type Flights = Awaited<ReturnType<typeof sumFlights>>[number];

/** Campaigns of all advertisers, for administrators. */
export function campaignRoutes({ accounts, imports, now }: Pick<Dependencies, 'accounts' | 'imports' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
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

import type { FastifyInstance } from 'fastify';
import { getOutletService, listServedOutlets, UPTIME_DAYS } from '#contract/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { createServedOutlets } from './served-outlets.ts';
import { findServedById } from './service-queries.ts';
import { showServed, showService } from './show-service.ts';

const PAGE = 20;

/** Outlets in service: who is silent, who is faulty, and how long each was up (docs/business-rules.md#outlets-in-service). */
export function serviceRoutes({ accounts, figures, now }: Pick<Dependencies, 'accounts' | 'figures' | 'now'>) {
  const servedOutlets = createServedOutlets({ accounts, figures, now });
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listServedOutlets, async (request) => {
      const { q = '', show, venue_id: venueId, limit = String(PAGE), cursor = '' } = request.query;
      const asked = { scope: scopeOfRequest(request), nowMs: now() };
      const most = Number(limit);
      const page = { limit: most + 1, after: cursor };
      const { counts, rows } = await servedOutlets(asked.scope, { q, show, venueId }, page);
      const shown = rows.slice(0, most);
      const next = rows.length > most ? (shown.at(-1)?.eui ?? null) : null;
      return { counts, data: await showServed(accounts, shown, asked), next_cursor: next };
    });

    addRoute(app, getOutletService, async (request) => {
      const asked = { scope: scopeOfRequest(request), nowMs: now() };
      const row = await findServedById(accounts, asked.scope, request.params.id, asked.nowMs);
      if (row === undefined) throw new AppError('not-found', 'There is no such outlet in service.');
      return showService(accounts, row, asked, Number(request.query.days ?? UPTIME_DAYS));
    });
  };
}

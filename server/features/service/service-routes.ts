import type { FastifyInstance } from 'fastify';
import {
  getOutletRunning,
  getOutletService,
  listOutletEvents,
  listServedOutlets,
  UPTIME_DAYS,
} from '#contract/service.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { createServedOutlets } from './served-outlets.ts';
import { findServedById, type ServedRow } from './service-queries.ts';
import { showEvents } from './show-events.ts';
import { showRunning } from './show-running.ts';
import { showServed, showService } from './show-service.ts';

const PAGE = 20;

/** Outlets in service: silent ones, faulty ones, and their uptime (docs/business-rules.md#outlets-in-service). */
export function serviceRoutes(
  needs: Pick<Dependencies, 'accounts' | 'budgets' | 'config' | 'figures' | 'network' | 'now'>,
) {
  const { accounts, now } = needs;
  const servedOutlets = createServedOutlets(needs);
  const find = async (scope: Scope, id: string): Promise<ServedRow> => {
    const row = await findServedById(accounts, scope, id, now());
    if (row === undefined) throw new AppError('not-found', 'There is no such outlet in service.');
    return row;
  };
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
      const row = await find(asked.scope, request.params.id);
      return showService(accounts, row, asked, Number(request.query.days ?? UPTIME_DAYS));
    });

    addRoute(app, getOutletRunning, async (request) => {
      const scope = scopeOfRequest(request);
      const running = await showRunning(needs, (await find(scope, request.params.id)).eui, scope);
      if (running === null) throw new AppError('not-found', 'This outlet stands nowhere now.');
      return running;
    });

    addRoute(app, listOutletEvents, async (request) => {
      const scope = scopeOfRequest(request);
      return { data: await showEvents(needs, (await find(scope, request.params.id)).key, scope) };
    });
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as Type from 'typebox';
import {
  cancelOutletMove,
  createOutlet,
  createOutlets,
  exportOutlets,
  getAdminOutlet,
  importOutlets,
  listAdminOutlets,
  moveOutlet as moveEndpoint,
  reinstateOutlet as reinstateEndpoint,
  retireOutlet as retireEndpoint,
  updateOutlet,
} from '#contract/outlets.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { readPage } from '../../http/read-page.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { addOutlet, addOutlets } from './add-outlets.ts';
import { cancelMove, changeOutlet, reinstateOutlet, retireOutlet } from './change-outlet.ts';
import { moveOutlet } from './move-outlet.ts';
import { createOutletTable } from './outlet-table.ts';
import { findVenueTypes, type OutletFilter } from './outlets-queries.ts';
import { describeOutlet, OUTLET_COLUMNS, type OutletDependencies, shownOutlet } from './show-outlet.ts';

type Filters = Type.Static<typeof exportOutlets.schema.querystring>;

const filterOf = ({ q = '', status, venue_type, customer_id, sort = 'eui' }: Filters): OutletFilter => ({
  q,
  status,
  venue_type,
  customer_id,
  sort,
});

/** Administration of outlets: their places over time, and whether they are in service (docs/decisions.md#words). */
export function outletRoutes(dependencies: OutletDependencies) {
  const { accounts, events, now } = dependencies;
  const table = createOutletTable(dependencies);
  const context = (request: FastifyRequest): ChangeContext => ({ accounts, now, author: authorOf(request) });

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listAdminOutlets, async ({ query }) => {
      const filter = filterOf(query);
      const nowMs = now();
      const { page, limit, offset } = readPage(query);
      const { total, page: rowsOf } = await table.find({ filter, nowMs });
      const [rows, venueTypes] = await Promise.all([rowsOf({ limit, offset }), findVenueTypes(accounts)]);
      return { data: rows.map((row) => shownOutlet(row, nowMs)), total, page, limit, venue_types: venueTypes };
    });
    addRoute(
      app,
      exportOutlets,
      async (request, reply) => {
        const { query } = request;
        const nowMs = now();
        const found = await table.find({ filter: filterOf(query), nowMs });
        const detail = { ...filterOf(query), rows: found.total };
        const entry = { at: nowMs, action: 'outlets.exported', subject: 'outlets', detail };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        return sendCsv(reply, 'outlets.csv', OUTLET_COLUMNS, table.rowsOf(found));
      },
      { isExport: true },
    );
    addImportRoute(app, importOutlets, 'outlets', dependencies.imports);
    addRoute(app, getAdminOutlet, ({ params }) => describeOutlet(dependencies, params.id));
    addRoute(app, createOutlet, async (request) =>
      describeOutlet(dependencies, await addOutlet(context(request), request.body)),
    );
    addRoute(app, createOutlets, async (request, reply) => {
      if (request.body.with_keys) requireFreshLogin(request);
      reply.header('Cache-Control', 'no-store');
      return addOutlets(context(request), request.body);
    });
    addRoute(app, updateOutlet, async (request) => {
      const { id } = request.params;
      await changeOutlet(context(request), { id, ...request.body });
      return describeOutlet(dependencies, id);
    });
    addRoute(app, moveEndpoint, async (request) => {
      const { id } = request.params;
      await moveOutlet({ ...context(request), events }, { id, ...request.body });
      return describeOutlet(dependencies, id);
    });
    for (const [endpoint, change] of [
      [cancelOutletMove, cancelMove],
      [retireEndpoint, retireOutlet],
      [reinstateEndpoint, reinstateOutlet],
    ] as const) {
      addRoute(app, endpoint, async (request) => {
        const { id } = request.params;
        await change(context(request), { id, version: request.body.version });
        return describeOutlet(dependencies, id);
      });
    }
  };
}

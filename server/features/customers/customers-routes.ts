import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as Type from 'typebox';
import {
  addCustomerShare,
  createCustomer,
  exportCustomers,
  getAdminCustomer,
  importCustomers,
  listAdminCustomers,
  restoreCustomer as restoreEndpoint,
  retireCustomer as retireEndpoint,
  updateCustomer,
} from '#contract/customers.ts';
import { createVenue, updateVenue } from '#contract/venues.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { inPages } from '../../exports/in-pages.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage } from '../../http/read-page.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { addCustomer, renameCustomer, restoreCustomer, retireCustomer, setCustomerShare } from './change-customer.ts';
import { addVenue, changeVenue } from './change-venue.ts';
import { type CustomerFilter, countCustomers, customerPages } from './customers-queries.ts';
import {
  CUSTOMER_COLUMNS,
  type CustomerDependencies,
  customerRow,
  describeCustomer,
  showCustomer,
  shownCustomers,
  showVenue,
} from './show-customer.ts';

type Filters = Type.Static<typeof exportCustomers.schema.querystring>;

const filterOf = ({ q = '', kind, status, sort = 'name' }: Filters): CustomerFilter => ({
  q,
  kind,
  retired: status === 'retired',
  sort,
});

/** Administration of customers, their venues and shares (docs/decisions.md#words, #money-and-energy). */
export function customerRoutes(dependencies: CustomerDependencies) {
  const { accounts, config, now } = dependencies;
  const show = (id: string) => showCustomer(dependencies, id);
  const context = (request: FastifyRequest): ChangeContext => ({ accounts, now, author: authorOf(request) });

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listAdminCustomers, async ({ query }) => {
      const filter = filterOf(query);
      const { page, limit, offset } = readPage(query);
      const [total, rows] = await Promise.all([
        countCustomers(accounts, filter),
        customerPages(accounts, filter, now())({ limit, offset }),
      ]);
      return { data: await shownCustomers(dependencies, rows), total, page, limit };
    });
    addRoute(
      app,
      exportCustomers,
      async (request, reply) => {
        const { query } = request;
        const nowMs = now();
        const detail = { ...filterOf(query), rows: await countCustomers(accounts, filterOf(query)) };
        const entry = { at: nowMs, action: 'customers.exported', subject: 'customers', detail };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        const rows = inPages(customerPages(accounts, filterOf(query), nowMs));
        return sendCsv(reply, 'customers.csv', CUSTOMER_COLUMNS, rows);
      },
      { isExport: true },
    );
    addImportRoute(app, importCustomers, 'customers', dependencies.imports);
    addRoute(app, getAdminCustomer, ({ params }) => describeCustomer(dependencies, params.id));
    addRoute(app, createCustomer, async (request) => show(await addCustomer(context(request), request.body)));
    addRoute(app, updateCustomer, async (request) => {
      const { id } = request.params;
      await renameCustomer(context(request), { id, ...request.body });
      return show(id);
    });
    for (const [endpoint, change] of [
      [retireEndpoint, retireCustomer],
      [restoreEndpoint, restoreCustomer],
    ] as const) {
      addRoute(app, endpoint, async (request) => {
        const { id } = request.params;
        await change(context(request), { id, version: request.body.version });
        return show(id);
      });
    }
    addRoute(app, addCustomerShare, async (request) => {
      const { id } = request.params;
      await setCustomerShare(context(request), { id, ...request.body, zone: config.networkTimeZone });
      return describeCustomer(dependencies, id);
    });
    addRoute(app, createVenue, async (request) => {
      const customer = await customerRow(dependencies, request.params.id);
      const id = await addVenue(context(request), customer, request.body);
      return showVenue(dependencies, id);
    });
    addRoute(app, updateVenue, async (request) => {
      const { id } = request.params;
      await changeVenue(context(request), { id, ...request.body });
      return showVenue(dependencies, id);
    });
  };
}

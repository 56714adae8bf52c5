import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as Type from 'typebox';
import {
  type AdminCustomer,
  addCustomerShare,
  type CustomerDetail,
  createCustomer,
  exportCustomers,
  getAdminCustomer,
  importCustomers,
  listAdminCustomers,
  restoreCustomer as restoreEndpoint,
  retireCustomer as retireEndpoint,
  updateCustomer,
} from '#contract/customers.ts';
import { CUSTOMER_FIELDS, VENUE_FIELDS, valuesIn } from '#contract/editable-fields.ts';
import { createVenue, updateVenue, type Venue } from '#contract/venues.ts';
import { defaultShareAt } from '#domain/default-share.ts';
import { versionAt } from '#domain/version-at.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exportColumns, fieldCells } from '../../exports/export-columns.ts';
import { inPages } from '../../exports/in-pages.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { shownColumns } from '../../exports/send-table.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage } from '../../http/read-page.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { findKeysOf } from '../../network/access-key-queries.ts';
import { shownKey } from '../../network/change-access-keys.ts';
import { addCustomer, renameCustomer, restoreCustomer, retireCustomer, setCustomerShare } from './change-customer.ts';
import { addVenue, changeVenue } from './change-venue.ts';
import {
  type CustomerFilter,
  type CustomerRow,
  countCustomers,
  customerPages,
  findCustomer,
  findShares,
  findVenue,
  findVenues,
  type VenueRow,
} from './customers-queries.ts';
import { countHeldOutlets } from './held-outlets-queries.ts';

type Filters = Type.Static<typeof exportCustomers.schema.querystring>;

const filterOf = ({ q = '', kind, status, sort = 'name' }: Filters): CustomerFilter => ({
  q,
  kind,
  retired: status === 'retired',
  sort,
});

/**
 * Registers the routes that administer customers, their venues and shares (docs/decisions.md#words, #money-and-energy).
 */
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
        const columns = shownColumns(CUSTOMER_COLUMNS, request.query.hide);
        const { query } = request;
        const nowMs = now();
        const detail = { ...filterOf(query), rows: await countCustomers(accounts, filterOf(query)) };
        const entry = { at: nowMs, action: 'customers.exported', subject: 'customers', detail };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        const rows = inPages(customerPages(accounts, filterOf(query), nowMs));
        return sendCsv(reply, 'customers.csv', columns, rows);
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

type CustomerDependencies = Pick<Dependencies, 'accounts' | 'config' | 'imports' | 'now'>;

/** Builds customers as administrators see them. */
async function shownCustomers(
  { accounts, config, now }: CustomerDependencies,
  rows: readonly CustomerRow[],
): Promise<AdminCustomer[]> {
  const ids = rows.map(({ id }) => id);
  const outlets = await countHeldOutlets(accounts, { by: 'customer_id', ids, when: 'now', nowMs: now() });
  return rows.map((row) => shown(row, outlets.get(row.id) ?? 0, defaultShareAt(config, now())));
}

/** Finds a customer as administrators see it. Throws 404 for an unknown id. */
async function showCustomer(dependencies: CustomerDependencies, id: string): Promise<AdminCustomer> {
  const [customer] = await shownCustomers(dependencies, [await customerRow(dependencies, id)]);
  if (customer === undefined) throw new Error('a customer was not shown');
  return customer;
}

/** Builds a customer as administrators see it. `defaultSharePpm` applies if an owner has no share of its own. */
const shown = (row: CustomerRow, outlets: number, defaultSharePpm: number): AdminCustomer => ({
  id: row.id,
  ...valuesIn(CUSTOMER_FIELDS, row),
  kind: row.kind,
  status: row.deleted_at === null ? 'active' : 'retired',
  outlets,
  venues: Number(row.venues),
  campaigns: Number(row.campaigns),
  accounts: Number(row.accounts),
  share: row.kind === 'advertiser' ? null : (row.share_ppm ?? defaultSharePpm) / 1_000_000,
  created_at: new Date(row.created_at).toISOString(),
  version: row.updated_at,
});

/** The columns of customers.csv, which allow the file to be imported again. */
const CUSTOMER_COLUMNS = exportColumns<'customers', CustomerRow>('customers', {
  ...fieldCells(CUSTOMER_FIELDS, (row: CustomerRow) => row),
  kind: ({ kind }) => kind,
  share: ({ share_ppm }) => (share_ppm === null ? null : share_ppm / 1_000_000),
  share_from: ({ share_from }) => (share_from === null ? null : new Date(share_from).toISOString()),
});

async function shownVenues({ accounts, now }: CustomerDependencies, rows: readonly VenueRow[]): Promise<Venue[]> {
  const ids = rows.map(({ id }) => id);
  const outlets = await countHeldOutlets(accounts, { by: 'venue_id', ids, when: 'now', nowMs: now() });
  return rows.map((row) => ({
    id: row.id,
    ...valuesIn(VENUE_FIELDS, row),
    time_zone: row.time_zone,
    outlets: outlets.get(row.id) ?? 0,
    version: row.updated_at,
  }));
}

/** Finds a customer. Throws 404 for an unknown id. */
async function customerRow({ accounts, now }: CustomerDependencies, id: string): Promise<CustomerRow> {
  const row = await findCustomer(accounts, id, now());
  if (row === undefined) throw new AppError('not-found', 'Customer not found.');
  return row;
}

/** Finds a venue. Throws 404 for an unknown id. */
async function showVenue(dependencies: CustomerDependencies, id: string): Promise<Venue> {
  const row = await findVenue(dependencies.accounts, id);
  const [venue] = row === undefined ? [] : await shownVenues(dependencies, [row]);
  if (venue === undefined) throw new AppError('not-found', 'Venue not found.');
  return venue;
}

async function describeCustomer(dependencies: CustomerDependencies, id: string): Promise<CustomerDetail> {
  const { accounts, config, now } = dependencies;
  const customer = await showCustomer(dependencies, id);
  const [venues, shares, keys] = await Promise.all([
    findVenues(accounts, id),
    findShares(accounts, id),
    findKeysOf(accounts, 'customer_id', id),
  ]);
  const versions = shares.map((share) => ({ ppm: share.share_ppm, validFrom: share.valid_from }));
  const current = versionAt(versions, now());
  return {
    customer,
    venues: await shownVenues(dependencies, venues),
    shares: versions.map((version) => ({
      share: version.ppm / 1_000_000,
      from: new Date(version.validFrom).toISOString(),
      current: version === current,
    })),
    default_share: defaultShareAt(config, now()) / 1_000_000,
    time_zone: config.networkTimeZone,
    keys: keys.map((key) => shownKey(key, now())),
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as Type from 'typebox';
import { fieldNames, noValues, OUTLET_FIELDS, type SentOf, VENUE_FIELDS, valuesIn } from '#contract/editable-fields.ts';
import {
  type AddedOutlets,
  type AdminOutlet,
  cancelOutletMove,
  createOutlet,
  createOutlets,
  exportOutlets,
  getAdminOutlet,
  importOutlets,
  listAdminOutlets,
  moveOutlet as moveEndpoint,
  type OutletDetail,
  reinstateOutlet as reinstateEndpoint,
  retireOutlet as retireEndpoint,
  updateOutlet,
} from '#contract/outlets.ts';
import { normalEui, shownEui } from '#domain/eui.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { insertWithAudit, type NewTurn } from '../../administration/insert-with-audit.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exportColumns, fieldCells } from '../../exports/export-columns.ts';
import { inPages } from '../../exports/in-pages.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { shownColumns } from '../../exports/send-table.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { readPage } from '../../http/read-page.ts';
import { addImportRoute } from '../../imports/import-route.ts';
import { inOrderOf } from '../../lib/in-order-of.ts';
import { findKeysOf } from '../../network/access-key-queries.ts';
import { findPlaces } from '../../network/assignment-queries.ts';
import { issueKeyWithin, shownKey } from '../../network/change-access-keys.ts';
import { checkedInstant } from '../../network/checked-fields.ts';
import { placeOutlet } from '../../network/place-outlet.ts';
import { insertOutlet, type OutletFields } from '../../network/site-queries.ts';
import { cancelMove, changeOutlet, checkedFields, reinstateOutlet, retireOutlet } from './change-outlet.ts';
import { destinationOf, type Placing } from './destination.ts';
import { moveOutlet } from './move-outlet.ts';
import { outletsInOrder } from './outlet-order.ts';
import {
  countOutlets,
  findOutlet,
  findOutletByEui,
  findOutletPage,
  findOutletsByIds,
  findVenueTypes,
  type OutletFilter,
  type OutletRow,
} from './outlets-queries.ts';

type Named = { readonly eui: string };

/** Adds an outlet and returns its id. */
async function addOutlet(
  context: ChangeContext,
  { eui: given, customer_id, venue_id, from, ...fields }: SentOf<typeof OUTLET_FIELDS> & Placing & Named,
): Promise<string> {
  const wanted = { eui: normalEui(given), ...checkedFields({ ...noValues(OUTLET_FIELDS), ...fields }) };
  const destination = await destinationOf(context.accounts, { customer_id, venue_id, from });
  const fromMs = checkedInstant(from, destination.timeZone);
  return insertWithAudit(context, async (turn) => {
    const refusal = await refusalOf(turn.tx, wanted.eui);
    if (refusal !== null) throw new FieldError({ eui: refusal }, 'conflict');
    return insertNew(turn, wanted, destination, fromMs);
  });
}

type Several = Placing & {
  readonly outlets: readonly (Named & { readonly label: string })[];
  readonly with_keys: boolean;
};

/** Adds all outlets or none. Reports the problems with all outlets together, by their position in the list. */
async function addOutlets(context: ChangeContext, { outlets, with_keys, ...placing }: Several): Promise<AddedOutlets> {
  const wanted = outlets.map(({ eui, label }, index) =>
    below(`outlets.${index}`, () => ({
      eui: normalEui(eui),
      ...checkedFields({ ...noValues(OUTLET_FIELDS), label }),
    })),
  );
  const destination = await destinationOf(context.accounts, placing);
  const fromMs = checkedInstant(placing.from, destination.timeZone);
  return insertWithAudit(context, async (turn) => {
    const refused: Record<string, string> = {};
    for (const [index, { eui }] of wanted.entries()) {
      const isAgain = wanted.findIndex((other) => other.eui === eui) < index;
      const refusal = isAgain ? `${shownEui(eui)} is in this list twice. Remove one.` : await refusalOf(turn.tx, eui);
      if (refusal !== null) refused[`outlets.${index}.eui`] = refusal;
    }
    if (Object.keys(refused).length > 0) throw new FieldError(refused, 'conflict');
    const added: AddedOutlets['outlets'] = [];
    for (const one of wanted) {
      const id = await insertNew(turn, one, destination, fromMs);
      const issued = with_keys ? await issueKeyWithin(turn, { outletId: id }, '') : null;
      added.push({ id, eui: one.eui, label: one.label, key: issued?.key ?? null });
    }
    return { outlets: added };
  });
}

function below<Value>(path: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    throw error instanceof FieldError ? error.below(path) : error;
  }
}

async function refusalOf(tx: AccountsDb, eui: string): Promise<string | null> {
  const known = await findOutletByEui(tx, eui);
  if (known === undefined) return null;
  const retired = known.retired_at === null ? '' : '. It is retired. Return it to service instead';
  return `There’s already an outlet ${shownEui(eui)}${retired}.`;
}

async function insertNew(
  { tx, nowMs, note }: NewTurn,
  wanted: OutletFields & Named,
  destination: Parameters<typeof placeOutlet>[2],
  fromMs: number,
): Promise<string> {
  const id = await insertOutlet(tx, wanted, nowMs);
  await note({ action: 'outlet.created', subject: shownEui(wanted.eui), detail: wanted });
  const placed = await placeOutlet(tx, { id, eui: wanted.eui }, destination, fromMs);
  if (placed !== null) await note(placed);
  return id;
}

type Filters = Type.Static<typeof exportOutlets.schema.querystring>;

const filterOf = ({ q = '', status, venue_type, customer_id, sort = 'eui' }: Filters): OutletFilter => ({
  q,
  status,
  venue_type,
  customer_id,
  sort,
});

/**
 * Registers the routes that administer outlets: their places over time, and whether they are in service
 * (docs/decisions.md#words).
 */
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
        const columns = shownColumns(OUTLET_COLUMNS, request.query.hide);
        const { query } = request;
        const nowMs = now();
        const found = await table.find({ filter: filterOf(query), nowMs });
        const detail = { ...filterOf(query), rows: found.total };
        const entry = { at: nowMs, action: 'outlets.exported', subject: 'outlets', detail };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        return sendCsv(reply, 'outlets.csv', columns, table.rowsOf(found));
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

type Needs = Pick<Dependencies, 'accounts' | 'figures'>;
type Asked = { readonly filter: OutletFilter; readonly nowMs: number };
type FoundOutlets = {
  readonly total: number;
  page(part: { readonly limit: number; readonly offset: number }): Promise<readonly OutletRow[]>;
};

/**
 * Number of outlets from which the store would scan all outlets for every page. From this number, the in-memory network
 * filters and sorts the outlets, and the store reads only the page's rows. The contact times used for this are as old
 * as the cached contacts.
 */
const LARGE = 20_000;

function createOutletTable({ accounts, figures }: Needs, largeFrom = LARGE) {
  const kept = figures.cache.forNetwork<Uint32Array>('outletOrders', ({ length }) => length);

  async function find(asked: Asked): Promise<FoundOutlets> {
    const { filter, nowMs } = asked;
    const network = await figures.network();
    const { packed } = network;
    if (packed.outlets.length < largeFrom) {
      const total = await countOutlets(accounts, filter, nowMs);
      return { total, page: (part) => findOutletPage(accounts, filter, { nowMs, ...part }) };
    }
    const contacts = await figures.contacts();
    const places = await kept(network).get({ kind: 'all' }, JSON.stringify(filter), () =>
      outletsInOrder({ packed, contacts, nowMs }, filter),
    );
    return {
      total: places.length,
      page: async ({ limit, offset }) => {
        const ids = [...places.subarray(offset, offset + limit)].map((place) => packed.outlets.at(place).id);
        return ids.length === 0 ? [] : inOrderOf(ids, await findOutletsByIds(accounts, ids, nowMs));
      },
    };
  }

  return { find, rowsOf: (found: FoundOutlets): AsyncGenerator<OutletRow> => inPages((part) => found.page(part)) };
}

type OutletDependencies = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'imports' | 'now'>;

const instant = (ms: number): string => new Date(ms).toISOString();

/** Builds an outlet as administrators see it. */
const shownOutlet = (row: OutletRow, nowMs: number): AdminOutlet => ({
  id: row.id,
  eui: row.eui,
  ...valuesIn(OUTLET_FIELDS, row),
  status: row.retired_at === null ? outletStatus(row.last_seen_at, nowMs) : 'retired',
  last_seen: row.last_seen_at === null ? null : instant(row.last_seen_at),
  retired_at: row.retired_at === null ? null : instant(row.retired_at),
  place: placeOf(row),
  keys: Number(row.keys),
  version: row.updated_at,
});

type VenueCells = { readonly [Name in keyof typeof VENUE_FIELDS]: string | number | null };
const venueOf = (row: OutletRow): VenueCells =>
  Object.fromEntries(fieldNames(VENUE_FIELDS).map((name) => [name, row[`venue_${name}`]])) as VenueCells;

/** The columns of outlets.csv, which allow the file to be imported again. */
const OUTLET_COLUMNS = exportColumns<'outlets', OutletRow>('outlets', {
  eui: ({ eui }) => shownEui(eui),
  customer: ({ customer }) => customer,
  ...fieldCells(VENUE_FIELDS, venueOf),
  from: ({ from_at }) => (from_at === null ? null : new Date(from_at).toISOString()),
  ...fieldCells(OUTLET_FIELDS, (row: OutletRow) => row),
  time_zone: ({ time_zone }) => time_zone,
});

function placeOf({ customer_id, customer, venue_id, venue, type_of_venue, time_zone, from_at }: OutletRow) {
  if (customer_id === null || customer === null || venue_id === null || venue === null) return null;
  const venueFields = { venue_id, venue, venue_type: type_of_venue ?? '', time_zone: time_zone ?? '' };
  return { customer_id, customer, ...venueFields, from: instant(from_at ?? 0) };
}

/** Finds an outlet. Throws 404 for an unknown id. */
async function outletRow({ accounts, now }: OutletDependencies, id: string): Promise<OutletRow> {
  const row = await findOutlet(accounts, id, now());
  if (row === undefined) throw new AppError('not-found', 'Outlet not found.');
  return row;
}

async function describeOutlet(dependencies: OutletDependencies, id: string): Promise<OutletDetail> {
  const { accounts, now } = dependencies;
  const nowMs = now();
  const [row, places, keys] = await Promise.all([
    outletRow(dependencies, id),
    findPlaces(accounts, id),
    findKeysOf(accounts, 'outlet_id', id),
  ]);
  return {
    outlet: shownOutlet(row, nowMs),
    assignments: places.map(({ from_at, to_at, type, customer_id, customer, venue_id, venue, time_zone }) => ({
      customer_id,
      customer,
      venue_id,
      venue,
      venue_type: type,
      time_zone,
      from: instant(from_at),
      to: to_at === null ? null : instant(to_at),
      current: from_at <= nowMs && (to_at === null || to_at > nowMs),
    })),
    keys: keys.map((key) => shownKey(key, nowMs)),
  };
}

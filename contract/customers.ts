import * as Type from 'typebox';
import { AccessKey } from './access-keys.ts';
import { RowId, RowVersion, WrittenInstant } from './common.ts';
import { CUSTOMER_FIELDS } from './editable-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { bodySchemas, fieldSchemas } from './field-schemas.ts';
import { IMPORT_PARTS } from './imports.ts';
import { PageQuery, SortOf, TablePage, TableQuery } from './pagination.ts';
import { CUSTOMER_SORTS } from './table-choices.ts';
import { Venue, VenueInput } from './venues.ts';

export const CustomerKind = Type.Union([Type.Literal('property'), Type.Literal('advertiser')]);
export type CustomerKind = Type.Static<typeof CustomerKind>;

const CustomerStatus = Type.Union([Type.Literal('active'), Type.Literal('retired')]);

/** A customer as shown to administrators in the table. */
export const AdminCustomer = Type.Object({
  id: Type.String(),
  ...fieldSchemas(CUSTOMER_FIELDS),
  kind: CustomerKind,
  status: CustomerStatus,
  /** Number of outlets currently at this customer's venues. */
  outlets: Type.Integer(),
  venues: Type.Integer(),
  campaigns: Type.Integer(),
  accounts: Type.Integer(),
  /** The owner's current share, 0 to 1. Null for an advertiser. */
  share: Type.Union([Type.Number(), Type.Null()]),
  created_at: Type.String(),
  version: Type.Integer(),
});
export type AdminCustomer = Type.Static<typeof AdminCustomer>;

/**
 * A share of the recorded revenue that applies from a date on. Earlier events keep their share
 * (docs/decisions.md#money-and-energy).
 */
export const ShareVersion = Type.Object({
  share: Type.Number(),
  from: Type.String(),
  /** Whether it is in effect now. */
  current: Type.Boolean(),
});
export type ShareVersion = Type.Static<typeof ShareVersion>;

export const CustomerDetail = Type.Object({
  customer: AdminCustomer,
  /** The first 500 venues, by name. */
  venues: Type.Array(Venue),
  /** Newest first. The default share applies before the first entry. */
  shares: Type.Array(ShareVersion),
  default_share: Type.Number(),
  /** The time zone of the shares' dates. */
  time_zone: Type.String(),
  /** Keys for its gateways, newest first. */
  keys: Type.Array(AccessKey),
});
export type CustomerDetail = Type.Static<typeof CustomerDetail>;

const filters = {
  q: PageQuery.q,
  kind: Type.Optional(CustomerKind),
  /** By default, active customers. */
  status: Type.Optional(CustomerStatus),
  sort: SortOf(CUSTOMER_SORTS),
} as const;

export const listAdminCustomers = {
  method: 'GET',
  url: '/admin/customers',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: 'List customers, ten per page',
  schema: {
    querystring: Type.Object({ ...PageQuery, ...filters }, { additionalProperties: false }),
    response: { 200: TablePage(AdminCustomer) },
  },
} as const satisfies Endpoint;

export const exportCustomers = {
  method: 'GET',
  url: '/admin/customers/export',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: 'Export customers as a CSV file that can be imported again',
  schema: { querystring: Type.Object({ ...filters, hide: TableQuery.hide }, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV file' }) } },
} as const satisfies Endpoint;

export const importCustomers = {
  method: 'POST',
  url: '/admin/customers/import',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: 'Import customers from a CSV file, or check the file only',
  ...IMPORT_PARTS,
} as const satisfies Endpoint;

const params = Type.Object({ id: RowId }, { additionalProperties: false });
const texts = bodySchemas(CUSTOMER_FIELDS);
const Versioned = Type.Object({ version: RowVersion }, { additionalProperties: false });

export const getAdminCustomer = {
  method: 'GET',
  url: '/admin/customers/:id',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: 'Get a customer with its venues, shares and gateway keys',
  schema: { params, response: { 200: CustomerDetail } },
} as const satisfies Endpoint;

export const createCustomer = {
  method: 'POST',
  url: '/admin/customers',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: 'Create a customer, optionally with its first venue',
  schema: {
    body: Type.Object(
      { ...texts, kind: CustomerKind, venue: Type.Optional(VenueInput) },
      { additionalProperties: false },
    ),
    response: { 200: AdminCustomer },
  },
} as const satisfies Endpoint;

export const updateCustomer = {
  method: 'PUT',
  url: '/admin/customers/:id',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: 'Update a customer: name, category, billing address and tax ID',
  schema: {
    params,
    body: Type.Object({ ...texts, version: RowVersion }, { additionalProperties: false }),
    response: { 200: AdminCustomer },
  },
} as const satisfies Endpoint;

export const retireCustomer = {
  method: 'POST',
  url: '/admin/customers/:id/retire',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Retire a customer without outlets and flights; its history is kept',
  schema: { params, body: Versioned, response: { 200: AdminCustomer } },
} as const satisfies Endpoint;

export const restoreCustomer = {
  method: 'POST',
  url: '/admin/customers/:id/restore',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Restore a retired customer',
  schema: { params, body: Versioned, response: { 200: AdminCustomer } },
} as const satisfies Endpoint;

export const addCustomerShare = {
  method: 'POST',
  url: '/admin/customers/:id/shares',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: "Set an owner's share of the recorded revenue from a date",
  schema: {
    params,
    body: Type.Object(
      /** Such as `0.3` or `30%`. */
      { share: Type.String({ minLength: 1, maxLength: 20 }), from: WrittenInstant },
      { additionalProperties: false },
    ),
    response: { 200: CustomerDetail },
  },
} as const satisfies Endpoint;

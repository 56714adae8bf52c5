import * as Type from 'typebox';
import { AccessKey } from './access-keys.ts';
import { Eui, RowId, RowVersion, WrittenInstant } from './common.ts';
import { OUTLET_FIELDS } from './editable-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { bodySchemas, fieldSchemas } from './field-schemas.ts';
import { IMPORT_PARTS } from './imports.ts';
import { PageQuery, SortOf, TablePage, TableQuery } from './pagination.ts';
import { OUTLET_SORTS, OUTLET_STATUSES } from './table-choices.ts';

const OutletStatus = Type.Enum(OUTLET_STATUSES);
export type OutletStatus = Type.Static<typeof OutletStatus>;

const Place = {
  customer_id: Type.String(),
  customer: Type.String(),
  venue_id: Type.String(),
  venue: Type.String(),
  venue_type: Type.String(),
  /** The venue's zone. */
  time_zone: Type.String(),
  /** The start of the assignment. */
  from: Type.String(),
} as const;

/** An outlet as shown to administrators in the table. */
export const AdminOutlet = Type.Object({
  id: Type.String(),
  /** Lower case. */
  eui: Type.String(),
  ...fieldSchemas(OUTLET_FIELDS),
  status: OutletStatus,
  last_seen: Type.Union([Type.String(), Type.Null()]),
  retired_at: Type.Union([Type.String(), Type.Null()]),
  /** The current or first planned venue. Null after the outlet's last assignment. */
  place: Type.Union([Type.Object(Place), Type.Null()]),
  /** Number of valid keys. */
  keys: Type.Integer(),
  version: Type.Integer(),
});
export type AdminOutlet = Type.Static<typeof AdminOutlet>;

/** An outlet's owner and venue, until `to` (exclusive; null if the assignment has no end). */
export const OutletAssignment = Type.Object({
  ...Place,
  to: Type.Union([Type.String(), Type.Null()]),
  current: Type.Boolean(),
});
export type OutletAssignment = Type.Static<typeof OutletAssignment>;

export const OutletDetail = Type.Object({
  outlet: AdminOutlet,
  /** Newest first. */
  assignments: Type.Array(OutletAssignment),
  /** Newest first. */
  keys: Type.Array(AccessKey),
});
export type OutletDetail = Type.Static<typeof OutletDetail>;

const filters = {
  q: PageQuery.q,
  /** By default, all outlets in service. */
  status: Type.Optional(OutletStatus),
  /** The venue's type. */
  venue_type: Type.Optional(Type.String({ maxLength: 60 })),
  customer_id: Type.Optional(RowId),
  sort: SortOf(OUTLET_SORTS),
} as const;

export const listAdminOutlets = {
  method: 'GET',
  url: '/admin/outlets',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: 'List outlets, ten per page',
  schema: {
    querystring: Type.Object({ ...PageQuery, ...filters }, { additionalProperties: false }),
    response: {
      200: Type.Object({
        ...TablePage(AdminOutlet).properties,
        /** Existing venue types, for the filter. */
        venue_types: Type.Array(Type.String()),
      }),
    },
  },
} as const satisfies Endpoint;

export const exportOutlets = {
  method: 'GET',
  url: '/admin/outlets/export',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: 'Export outlets as a CSV file that can be imported again',
  schema: { querystring: Type.Object({ ...filters, hide: TableQuery.hide }, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV file' }) } },
} as const satisfies Endpoint;

export const importOutlets = {
  method: 'POST',
  url: '/admin/outlets/import',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: 'Import outlets from a CSV file, or check the file only',
  ...IMPORT_PARTS,
} as const satisfies Endpoint;

const params = Type.Object({ id: RowId }, { additionalProperties: false });
const fields = bodySchemas(OUTLET_FIELDS);
const placing = { customer_id: RowId, venue_id: RowId, from: WrittenInstant } as const;

export const getAdminOutlet = {
  method: 'GET',
  url: '/admin/outlets/:id',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: 'Get an outlet with its assignments and access keys',
  schema: { params, response: { 200: OutletDetail } },
} as const satisfies Endpoint;

export const createOutlet = {
  method: 'POST',
  url: '/admin/outlets',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: 'Add an outlet to a venue from a date',
  schema: {
    body: Type.Object({ eui: Eui, ...fields, ...placing }, { additionalProperties: false }),
    response: { 200: OutletDetail },
  },
} as const satisfies Endpoint;

/** Maximum number of outlets added in one request. */
export const MOST_NEW_OUTLETS = 100;

/** Outlets added in one request. Only this response contains their keys. A key is null if no keys were requested. */
export const AddedOutlets = Type.Object({
  outlets: Type.Array(
    Type.Object({
      id: Type.String(),
      eui: Type.String(),
      label: Type.String(),
      key: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});
export type AddedOutlets = Type.Static<typeof AddedOutlets>;

const NewOutlet = Type.Object({ eui: Eui, label: fields.label }, { additionalProperties: false });

export const createOutlets = {
  method: 'POST',
  url: '/admin/outlets/several',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary:
    'Add several outlets to a venue from a date, optionally each with an access key; either all are added or none',
  schema: {
    body: Type.Object(
      {
        ...placing,
        outlets: Type.Array(NewOutlet, { minItems: 1, maxItems: MOST_NEW_OUTLETS }),
        with_keys: Type.Boolean(),
      },
      { additionalProperties: false },
    ),
    response: { 200: AddedOutlets },
  },
} as const satisfies Endpoint;

export const updateOutlet = {
  method: 'PUT',
  url: '/admin/outlets/:id',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: "Update an outlet's label or position",
  schema: {
    params,
    body: Type.Object({ ...fields, version: RowVersion }, { additionalProperties: false }),
    response: { 200: OutletDetail },
  },
} as const satisfies Endpoint;

export const moveOutlet = {
  method: 'POST',
  url: '/admin/outlets/:id/move',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Move an outlet to another venue or customer from a date; its history does not change',
  schema: {
    params,
    body: Type.Object(
      {
        ...placing,
        version: RowVersion,
        /**
         * Whether to replace the current (or planned) assignment instead of ending it. Only allowed while the
         * assignment has no counted events.
         */
        correct: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    response: { 200: OutletDetail },
  },
} as const satisfies Endpoint;

export const cancelOutletMove = {
  method: 'POST',
  url: '/admin/outlets/:id/cancel-move',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Cancel a future move',
  schema: {
    params,
    body: Type.Object({ version: RowVersion }, { additionalProperties: false }),
    response: { 200: OutletDetail },
  },
} as const satisfies Endpoint;

export const retireOutlet = {
  method: 'POST',
  url: '/admin/outlets/:id/retire',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Retire an outlet; its reports are refused from now on',
  schema: {
    params,
    body: Type.Object({ version: RowVersion }, { additionalProperties: false }),
    response: { 200: OutletDetail },
  },
} as const satisfies Endpoint;

export const reinstateOutlet = {
  method: 'POST',
  url: '/admin/outlets/:id/reinstate',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Return a retired outlet to service',
  schema: {
    params,
    body: Type.Object({ version: RowVersion }, { additionalProperties: false }),
    response: { 200: OutletDetail },
  },
} as const satisfies Endpoint;

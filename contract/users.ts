import * as Type from 'typebox';
import { Role, RowVersion, Standing } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { IMPORT_PARTS } from './imports.ts';
import { PageQuery, SortOf, TablePage, TableQuery } from './pagination.ts';
import { PictureUpload } from './picture.ts';
import { USER_ROLES, USER_SORTS, USER_STATUSES } from './table-choices.ts';

export const UserStatus = Type.Enum(USER_STATUSES);
export type UserStatus = Type.Static<typeof UserStatus>;

/** An account as shown to administrators, never with its password, tokens or import hash (docs/threat-model.md#b7). */
export const ManagedUser = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  phone_number: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  /** The picture: one element, or none. */
  avatar: Type.Array(Type.Object({ public_url: Type.String() })),
  provider: Type.String(),
  role: Role,
  /** The user's standing at the customer. The standing has no effect without a customer. */
  standing: Standing,
  customer_id: Type.String(),
  customer: Type.String(),
  disabled: Type.Boolean(),
  /** `pending`: the address is not verified yet, so the account cannot sign in. */
  status: UserStatus,
  /** Whether this is a demo account, which is read-only. */
  demo: Type.Boolean(),
  last_seen_at: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  updated_at: Type.String(),
  /** The account's version. A change sends it back, and the server rejects the change if the version is stale. */
  version: RowVersion,
  deleted_at: Type.Union([Type.String(), Type.Null()]),
});
export type ManagedUser = Type.Static<typeof ManagedUser>;

const UserFilters = {
  q: PageQuery.q,
  sort: SortOf(USER_SORTS),
  /** `full` is the specification's "no role". */
  role: Type.Optional(Type.Enum(USER_ROLES)),
  status: Type.Optional(UserStatus),
  customer_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
} as const;

const UserParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f-]{36}$' }) });

const UserQuery = Type.Object({ ...PageQuery, ...UserFilters }, { additionalProperties: false });
export type UserQuery = Type.Static<typeof UserQuery>;

export const listUsers = {
  method: 'GET',
  url: '/users',
  allowed: 'admin',
  tokenScope: 'people:read',
  summary: 'List accounts with search, filters, sorting and pages; deleted ones only with that status',
  schema: {
    querystring: UserQuery,
    response: { 200: TablePage(ManagedUser) },
  },
} as const satisfies Endpoint;

export const exportUsers = {
  method: 'GET',
  url: '/users/export',
  allowed: 'admin',
  tokenScope: 'people:read',
  summary: 'Export accounts as a CSV file that is safe to open in spreadsheets',
  schema: { querystring: Type.Object({ ...UserFilters, hide: TableQuery.hide }, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV file, UTF-8 with byte order mark' }) } },
} as const satisfies Endpoint;

export const importUsers = {
  method: 'POST',
  url: '/users/import',
  allowed: 'admin',
  tokenScope: 'people:write',
  summary: 'Create and update accounts from a CSV file; a dry run reports what would change',
  ...IMPORT_PARTS,
} as const satisfies Endpoint;

export const LinkableCustomer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Union([Type.Literal('property'), Type.Literal('advertiser')]),
});
export type LinkableCustomer = Type.Static<typeof LinkableCustomer>;

export const listLinkableCustomers = {
  method: 'GET',
  url: '/users/customers',
  allowed: 'admin',
  tokenScope: 'people:read',
  summary: 'List the customers that accounts can be linked to, by name; at most 50',
  schema: {
    querystring: Type.Object(
      {
        q: PageQuery.q,
        kind: Type.Optional(LinkableCustomer.properties.kind),
        /** Returns this customer, regardless of `q`. */
        customer_id: UserFilters.customer_id,
      },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ data: Type.Array(LinkableCustomer) }) },
  },
} as const satisfies Endpoint;

export const getUser = {
  method: 'GET',
  url: '/users/:id',
  allowed: 'admin',
  tokenScope: 'people:read',
  summary: 'Get an account, even a deleted one',
  schema: { params: UserParams, response: { 200: ManagedUser } },
} as const satisfies Endpoint;

/** Fields that an administrator may set. Everything else about an account is never input (docs/threat-model.md#g1). */
const UserFields = {
  first_name: Type.String({ maxLength: 80 }),
  last_name: Type.String({ maxLength: 80 }),
  phone_number: Type.String({ maxLength: 40 }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  role: Role,
  /** By default, `manager` for a new account, and unchanged for an existing account. */
  standing: Type.Optional(Standing),
  /** The customer's ID. Empty if there is none. */
  customer_id: Type.String({ maxLength: 64 }),
  disabled: Type.Boolean(),
  /** Required to create an account with "no role", which sees everything (docs/threat-model.md#g2). */
  confirms_full_view: Type.Optional(Type.Boolean()),
  /** A new picture, or null to remove it. Absent to keep it. */
  image: Type.Optional(Type.Union([PictureUpload, Type.Null()])),
} as const;

const NewUser = Type.Object({ ...UserFields, invite: Type.Boolean() }, { additionalProperties: false });
export type NewUser = Type.Static<typeof NewUser>;

export const createUser = {
  method: 'POST',
  url: '/users',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Create an account; its owner sets the password through an invitation',
  schema: {
    body: NewUser,
    response: { 200: ManagedUser },
  },
} as const satisfies Endpoint;

export const updateUser = {
  method: 'PUT',
  url: '/users/:id',
  allowed: 'admin',
  tokenScope: 'people:write',
  summary: 'Update an account; 409 if it was changed since `version`',
  schema: {
    params: UserParams,
    body: Type.Object({ ...UserFields, version: RowVersion }, { additionalProperties: false }),
    response: { 200: ManagedUser },
  },
} as const satisfies Endpoint;

export const deleteUser = {
  method: 'DELETE',
  url: '/users/:id',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Delete an account; it can be restored for some weeks',
  schema: {
    params: UserParams,
    querystring: Type.Object({ version: Type.String({ pattern: '^\\d{1,16}$' }) }, { additionalProperties: false }),
    response: { 200: ManagedUser },
  },
} as const satisfies Endpoint;

export const restoreUser = {
  method: 'POST',
  url: '/users/:id/restore',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Restore a deleted account, unless its email address has a new account',
  schema: { params: UserParams, response: { 200: ManagedUser } },
} as const satisfies Endpoint;

export const inviteUser = {
  method: 'POST',
  url: '/users/:id/invite',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Email a link to set the password: an invitation, or a reset if there is a password',
  schema: { params: UserParams, response: { 200: Type.Object({ email: Type.String() }) } },
} as const satisfies Endpoint;

export const endUserSessions = {
  method: 'POST',
  url: '/users/:id/end-sessions',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'End all sessions of an account immediately',
  schema: { params: UserParams, response: { 200: Type.Object({ ended: Type.Integer() }) } },
} as const satisfies Endpoint;

export const viewAsUser = {
  method: 'POST',
  url: '/users/:id/view',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Create a read-only session that sees what the user sees, for 30 minutes',
  schema: {
    params: UserParams,
    response: { 200: Type.Object({ data: Type.String({ description: 'Session token' }) }) },
  },
} as const satisfies Endpoint;

import * as Type from 'typebox';
import { RowId, RowVersion, Standing } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { SortOf, TablePage, TableQuery } from './pagination.ts';
import { COLLEAGUE_SORTS } from './table-choices.ts';
import { ManagedUser } from './users.ts';

/** An account in the same organization, as shown to colleagues. */
export const Colleague = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  standing: Standing,
  status: ManagedUser.properties.status,
  last_seen_at: ManagedUser.properties.last_seen_at,
  /** Whether it is the caller's own account. */
  own: Type.Boolean(),
  demo: Type.Boolean(),
  version: RowVersion,
});
export type Colleague = Type.Static<typeof Colleague>;

/** Administrators name the customer. Other users always get their own customer. */
const Cid = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));
const OfCustomer = Type.Object({ cid: Cid }, { additionalProperties: false });

const ColleagueQuery = Type.Object(
  { ...TableQuery, sort: SortOf(COLLEAGUE_SORTS), cid: Cid },
  { additionalProperties: false },
);
export type ColleagueQuery = Type.Static<typeof ColleagueQuery>;

export const listColleagues = {
  method: 'GET',
  url: '/colleagues',
  allowed: 'data',
  tokenScope: 'none',
  summary: 'List the accounts of your organization; administrators specify the customer',
  schema: { querystring: ColleagueQuery, response: { 200: TablePage(Colleague) } },
} as const satisfies Endpoint;

const NewColleague = Type.Object(
  {
    first_name: Type.String({ maxLength: 80 }),
    last_name: Type.String({ maxLength: 80 }),
    email: Type.String({ minLength: 1, maxLength: 254 }),
    standing: Standing,
  },
  { additionalProperties: false },
);
export type NewColleague = Type.Static<typeof NewColleague>;

export const inviteColleague = {
  method: 'POST',
  url: '/colleagues',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Invite a colleague to your organization',
  schema: { querystring: OfCustomer, body: NewColleague, response: { 200: Colleague } },
} as const satisfies Endpoint;

const Params = Type.Object({ id: RowId });

export const changeColleague = {
  method: 'PATCH',
  url: '/colleagues/:id',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary: "Change a colleague's role, or disable or enable the account",
  schema: {
    params: Params,
    body: Type.Object(
      { standing: Type.Optional(Standing), disabled: Type.Optional(Type.Boolean()), version: RowVersion },
      { additionalProperties: false },
    ),
    response: { 200: Colleague },
  },
} as const satisfies Endpoint;

export const inviteColleagueAgain = {
  method: 'POST',
  url: '/colleagues/:id/invite',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Resend the invitation to a colleague who has not accepted it yet',
  schema: { params: Params, response: { 200: Type.Object({ email: Type.String() }) } },
} as const satisfies Endpoint;

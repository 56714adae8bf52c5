import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { PageQuery, TablePage } from './table-page.ts';

export const ACCOUNT_LENGTH = 42;
export const HOLDER_LENGTH = 140;

/** For ACH payments: companies and people are paid in batches of their own, and savings accounts by another code. */
const HolderKind = Type.Union([Type.Literal('company'), Type.Literal('person')]);
const AccountKind = Type.Union([Type.Literal('checking'), Type.Literal('savings')]);

/** Where an owner is paid. Of the account the last characters are told; the whole stands in the file for the bank alone. */
export const Payee = Type.Object({
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  holder: Type.String(),
  holder_kind: HolderKind,
  account_kind: AccountKind,
  /** Null, as `bank`, where it was sealed with a secret that is gone: it has to be written again. */
  account: orNull(Type.String()),
  /** BIC or routing number. */
  bank: orNull(Type.String()),
  /** From 1; each change raises it. */
  revision: Type.Integer(),
  changed_at: Type.String(),
  changed_by: orNull(Type.String()),
  /** By an administrator; null while what the owner wrote waits for that. */
  confirmed_at: orNull(Type.String()),
  confirmed_by: orNull(Type.String()),
});
export type Payee = Type.Static<typeof Payee>;

export const listPayees = {
  method: 'GET',
  url: '/payees',
  allowed: 'admin',
  summary: 'Accounts that owners are paid to, by name of the owner',
  schema: {
    querystring: Type.Object({ page: PageQuery.page, limit: PageQuery.limit }, { additionalProperties: false }),
    response: { 200: TablePage(Payee) },
  },
} as const satisfies Endpoint;

const PayeeWish = Type.Object(
  {
    holder: Type.String({ minLength: 1, maxLength: HOLDER_LENGTH }),
    /** A company unless said otherwise. */
    holder_kind: Type.Optional(HolderKind),
    /** A checking account unless said otherwise. */
    account_kind: Type.Optional(AccountKind),
    /** IBAN, or the number that the bank gave it. */
    account: Type.String({ minLength: 1, maxLength: ACCOUNT_LENGTH }),
    /** BIC, or routing number in the United States. */
    bank: Type.String({ minLength: 1, maxLength: ACCOUNT_LENGTH }),
  },
  { additionalProperties: false },
);

export const setPayee = {
  method: 'PUT',
  url: '/payees/:id',
  allowed: 'admin',
  summary: 'Say which account an owner is paid to (needs a fresh login)',
  schema: {
    params: Type.Object({ id: RowId }),
    body: PayeeWish,
    response: { 200: Payee },
  },
} as const satisfies Endpoint;

export const confirmPayee = {
  method: 'POST',
  url: '/payees/:id/confirm',
  allowed: 'admin',
  summary: 'Confirm the account that an owner wrote: from then on it is paid to (needs a fresh login)',
  schema: {
    params: Type.Object({ id: RowId }),
    /** Which state was looked at. */
    body: Type.Object({ revision: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
    response: { 200: Payee },
  },
} as const satisfies Endpoint;

export const getOwnPayee = {
  method: 'GET',
  url: '/payee',
  allowed: 'property',
  summary: 'Where the own organisation is paid; null before anybody said',
  schema: { response: { 200: Type.Object({ payee: orNull(Payee) }) } },
} as const satisfies Endpoint;

export const setOwnPayee = {
  method: 'PUT',
  url: '/payee',
  allowed: 'property-manager',
  summary: 'Say which account the own organisation is paid to; an administrator confirms it (needs a fresh login)',
  schema: { body: PayeeWish, response: { 200: Payee } },
} as const satisfies Endpoint;

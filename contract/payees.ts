import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { TablePage, TableQuery } from './pagination.ts';

export const ACCOUNT_LENGTH = 42;
export const HOLDER_LENGTH = 140;

/**
 * The kind of account holder, and the kind of account. ACH payments need separate batches for companies and people, and
 * a different transaction code for savings accounts.
 */
const HolderKind = Type.Union([Type.Literal('company'), Type.Literal('person')]);
const AccountKind = Type.Union([Type.Literal('checking'), Type.Literal('savings')]);

/**
 * An owner's payout account. Responses contain only the last characters of its number; the bank file alone contains the
 * full number.
 */
export const Payee = Type.Object({
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  holder: Type.String(),
  holder_kind: HolderKind,
  account_kind: AccountKind,
  /** Null, like `bank`, if the secret that encrypted the account is lost; the account must then be entered again. */
  account: orNull(Type.String()),
  /** BIC or routing number. */
  bank: orNull(Type.String()),
  /** Starts at 1; each change increments it. */
  revision: Type.Integer(),
  changed_at: Type.String(),
  changed_by: orNull(Type.String()),
  /** When an administrator confirmed the account. Null while a change is pending. */
  confirmed_at: orNull(Type.String()),
  confirmed_by: orNull(Type.String()),
  /** When payouts to the account start, one day after confirmation. Null once that time has passed. */
  starts_at: orNull(Type.String()),
  /** The confirmed account that still receives payouts while a change is pending. Null without a pending change. */
  in_use: orNull(
    Type.Object({
      holder: Type.String(),
      account: orNull(Type.String()),
      bank: orNull(Type.String()),
      starts_at: orNull(Type.String()),
    }),
  ),
  /** Whether the user may confirm the change: an administrator who did not make it. */
  may_confirm: Type.Boolean(),
});
export type Payee = Type.Static<typeof Payee>;

export const listPayees = {
  method: 'GET',
  url: '/payees',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: "List payout accounts by owner's name, or export them as CSV with the last characters of their numbers",
  schema: {
    /** `q` searches names of owners. */
    querystring: Type.Object(TableQuery, { additionalProperties: false }),
    response: { 200: TablePage(Payee) },
  },
} as const satisfies Endpoint;

const PayeeWish = Type.Object(
  {
    holder: Type.String({ minLength: 1, maxLength: HOLDER_LENGTH }),
    /** By default, a company. */
    holder_kind: Type.Optional(HolderKind),
    /** By default, a checking account. */
    account_kind: Type.Optional(AccountKind),
    /** IBAN or account number. */
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
  tokenScope: 'none',
  stepUp: true,
  summary: "Set an owner's payout account",
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
  tokenScope: 'none',
  stepUp: true,
  summary: 'Confirm a changed payout account; payouts to it start one day later',
  schema: {
    params: Type.Object({ id: RowId }),
    /** The revision that the administrator reviewed. */
    body: Type.Object({ revision: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
    response: { 200: Payee },
  },
} as const satisfies Endpoint;

const Withdrawal = Type.Object({ revision: Type.Integer({ minimum: 1 }) }, { additionalProperties: false });
const Withdrawn = Type.Object({ payee: orNull(Payee) });

export const withdrawPayee = {
  method: 'POST',
  url: '/payees/:id/withdraw',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Withdraw an unconfirmed change of a payout account; the previous account stays in use',
  schema: { params: Type.Object({ id: RowId }), body: Withdrawal, response: { 200: Withdrawn } },
} as const satisfies Endpoint;

export const getOwnPayee = {
  method: 'GET',
  url: '/payee',
  allowed: 'property',
  tokenScope: 'money:read',
  summary: "Get your organization's payout account; null if there is none",
  schema: { response: { 200: Type.Object({ payee: orNull(Payee) }) } },
} as const satisfies Endpoint;

export const setOwnPayee = {
  method: 'PUT',
  url: '/payee',
  allowed: 'property-manager',
  tokenScope: 'none',
  stepUp: true,
  summary: "Set your organization's payout account; an administrator confirms it",
  schema: { body: PayeeWish, response: { 200: Payee } },
} as const satisfies Endpoint;

export const withdrawOwnPayee = {
  method: 'POST',
  url: '/payee/withdraw',
  allowed: 'property-manager',
  tokenScope: 'none',
  stepUp: true,
  summary: "Withdraw an unconfirmed change of your organization's payout account",
  schema: { body: Withdrawal, response: { 200: Withdrawn } },
} as const satisfies Endpoint;

import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { PageQuery, TablePage } from './table-page.ts';

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const ACCOUNT_LENGTH = 42;
export const HOLDER_LENGTH = 140;

/** Where an owner is paid. Of the account the last characters are told; the whole stands in the file for the bank alone. */
export const Payee = Type.Object({
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  holder: Type.String(),
  account: Type.String(),
  /** BIC or routing number. */
  bank: Type.String(),
  changed_at: Type.String(),
  changed_by: orNull(Type.String()),
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

export const setPayee = {
  method: 'PUT',
  url: '/payees/:id',
  allowed: 'admin',
  summary: 'Say which account an owner is paid to (needs a fresh login)',
  schema: {
    params: Type.Object({ id: RowId }),
    body: Type.Object(
      {
        holder: Type.String({ minLength: 1, maxLength: HOLDER_LENGTH }),
        /** IBAN, or the number that the bank gave it. */
        account: Type.String({ minLength: 1, maxLength: ACCOUNT_LENGTH }),
        /** BIC, or routing number in the United States. */
        bank: Type.String({ minLength: 1, maxLength: ACCOUNT_LENGTH }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Payee },
  },
} as const satisfies Endpoint;

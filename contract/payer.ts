import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { ACCOUNT_LENGTH, HOLDER_LENGTH } from './payees.ts';

export const COMPANY_ID_LENGTH = 10;

/**
 * The account from which payouts are made. Responses contain only the last four characters of its number; the bank file
 * alone contains the full number.
 */
export const Payer = Type.Object({
  holder: Type.String(),
  /** Null, like `bank`, if the secret that encrypted the account is lost; the account must then be entered again. */
  account: orNull(Type.String()),
  /** BIC or routing number. */
  bank: orNull(Type.String()),
  /** The company identification for ACH files. Empty if there is none. */
  company_id: Type.String(),
  /** Starts at 1; each change increments it. */
  revision: Type.Integer(),
  changed_at: Type.String(),
  changed_by: orNull(Type.String()),
  /** What must be corrected before a payout run can be approved. Null if nothing is wrong. */
  fault: orNull(Type.String()),
});
export type Payer = Type.Static<typeof Payer>;

export const getPayer = {
  method: 'GET',
  url: '/payer',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'Get the account that payouts are made from; null if there is none',
  schema: { response: { 200: Type.Object({ payer: orNull(Payer) }) } },
} as const satisfies Endpoint;

export const setPayer = {
  method: 'PUT',
  url: '/payer',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Set the account that payouts are made from',
  schema: {
    body: Type.Object(
      {
        holder: Type.String({ minLength: 1, maxLength: HOLDER_LENGTH }),
        /** IBAN or account number. */
        account: Type.String({ minLength: 1, maxLength: ACCOUNT_LENGTH }),
        /** BIC, or routing number in the United States. */
        bank: Type.String({ minLength: 1, maxLength: ACCOUNT_LENGTH }),
        /** Required for payments in USD from an account with a routing number. */
        company_id: Type.Optional(Type.String({ maxLength: COMPANY_ID_LENGTH })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Payer },
  },
} as const satisfies Endpoint;

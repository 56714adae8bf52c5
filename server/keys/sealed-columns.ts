import type { KeyPurpose } from './key-purposes.ts';
import type { SealedColumn } from './sealed-queries.ts';

type Sealed = SealedColumn & {
  /** The purpose whose keys encrypt the column, or `root` for the root secret itself. */
  readonly purpose: KeyPurpose | 'root';
  /** The report about rows that no secret decrypts: a description and the remedy. Null if nothing needs to be done. */
  readonly lost: readonly [what: string, remedy: string] | null;
};

/**
 * Every encrypted column in the accounts store, keys first. The visitor salt is not a column but a fact
 * (`visitor-gate.ts`).
 */
export const SEALED: readonly Sealed[] = [
  {
    purpose: 'root',
    table: 'purpose_keys',
    key: 'id',
    column: 'sealed',
    lost: ['keys of this installation', 'new keys are in use: everyone signs in again'],
  },
  // A play key that cannot be decrypted is replaced on demand.
  { purpose: 'plays', table: 'play_keys', key: 'id', column: 'sealed', lost: null },
  {
    purpose: 'second-factors',
    table: 'second_factors',
    key: 'user_id',
    column: 'secret',
    lost: [
      'second factors of accounts',
      'their owners sign in with a recovery code, or: npm run admin -- remove-second-factor --email …',
    ],
  },
  {
    purpose: 'bank-accounts',
    table: 'payee_seals',
    key: 'customer_id',
    column: 'sealed',
    lost: ['accounts that owners are paid to', 'write them again at /admin/money'],
  },
  {
    purpose: 'bank-accounts',
    table: 'payee_changes',
    key: 'customer_id',
    column: 'sealed',
    lost: ['changed accounts of owners', 'enter them again at /admin/money'],
  },
  {
    purpose: 'bank-accounts',
    table: 'payer_accounts',
    key: 'id',
    column: 'sealed',
    lost: ['accounts that payouts are made from', 'enter it again at /admin/money'],
  },
  {
    purpose: 'webhooks',
    table: 'alert_webhooks',
    key: 'id',
    column: 'sealed_secret',
    lost: ['secrets of webhooks', 'make those webhooks anew at /app/alerts'],
  },
  // Links expire within days, and recipients can request a new one.
  { purpose: 'mailed-links', table: 'mails', key: 'id', column: 'sealed_token', lost: null },
];

import type { Noun } from '#domain/counted.ts';
import type { KeyPurpose } from './key-purposes.ts';
import type { SealedColumn } from './sealed-queries.ts';

type Sealed = SealedColumn & {
  /** The purpose whose keys encrypt the column, or `root` for the root secret itself. */
  readonly purpose: KeyPurpose | 'root';
  /**
   * What to report about rows that no secret decrypts: a description and the remedy. Null if nothing needs to be done.
   */
  readonly lost: readonly [what: Noun, remedy: string] | null;
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
    lost: [
      { one: 'key of this installation', other: 'keys of this installation' },
      'new keys are used, and everyone has to sign in again',
    ],
  },
  // A play key that cannot be decrypted is replaced on demand.
  { purpose: 'plays', table: 'play_keys', key: 'id', column: 'sealed', lost: null },
  {
    purpose: 'second-factors',
    table: 'second_factors',
    key: 'user_id',
    column: 'secret',
    lost: [
      { one: 'second factor', other: 'second factors' },
      'users sign in with a recovery code, or run npm run admin -- remove-second-factor --email …',
    ],
  },
  {
    purpose: 'bank-accounts',
    table: 'payee_seals',
    key: 'customer_id',
    column: 'sealed',
    lost: [{ one: 'payout account', other: 'payout accounts' }, 'enter them again at /admin/money'],
  },
  {
    purpose: 'bank-accounts',
    table: 'payee_changes',
    key: 'customer_id',
    column: 'sealed',
    lost: [{ one: 'changed payout account', other: 'changed payout accounts' }, 'enter them again at /admin/money'],
  },
  {
    purpose: 'bank-accounts',
    table: 'payer_accounts',
    key: 'id',
    column: 'sealed',
    lost: [{ one: 'payer account', other: 'payer accounts' }, 'enter it again at /admin/money'],
  },
  {
    purpose: 'webhooks',
    table: 'alert_webhooks',
    key: 'id',
    column: 'sealed_secret',
    lost: [{ one: 'webhook secret', other: 'webhook secrets' }, 'create those webhooks again at /app/alerts'],
  },
  // Links expire within days, and recipients can request a new one.
  { purpose: 'mailed-links', table: 'mails', key: 'id', column: 'sealed_token', lost: null },
];

import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { findSealedBefore, type SealedColumn, storeSealed } from './sealed-queries.ts';

type Sealed = SealedColumn & {
  /** Of rows that no secret opens: what they are, and what to do without the secret. Null where it passes by itself. */
  readonly lost: readonly [what: string, remedy: string] | null;
};

/** Everything in the accounts store that only the installation's secret opens, but the salts of visitors (`visitor-gate.ts`). */
export const SEALED: readonly Sealed[] = [
  {
    ...{ table: 'second_factors', key: 'user_id', column: 'secret' },
    lost: [
      'second factors of accounts',
      'their owners sign in with a recovery code, or: npm run admin -- remove-second-factor --email …',
    ],
  },
  {
    ...{ table: 'payee_seals', key: 'customer_id', column: 'sealed' },
    lost: ['accounts that owners are paid to', 'write them again at /admin/money'],
  },
  {
    ...{ table: 'payer_accounts', key: 'id', column: 'sealed' },
    lost: ['accounts that payouts are made from', 'enter it again at /admin/money'],
  },
  {
    ...{ table: 'alert_webhooks', key: 'id', column: 'sealed_secret' },
    lost: ['secrets of webhooks', 'make those webhooks anew at /app/alerts'],
  },
  // A play's key that cannot be opened is replaced by a new one when it is needed.
  { ...{ table: 'play_keys', key: 'id', column: 'sealed' }, lost: null },
  // Links end within days; whoever lacks one asks for another.
  { ...{ table: 'mails', key: 'id', column: 'sealed_token' }, lost: null },
];

const ROWS_AT_ONCE = 500;

/**
 * At each start: what was sealed with `SESSION_SECRET_PREVIOUS` is sealed with the present secret, so that the previous one may be
 * forgotten. What no secret opens stays as it is; answers a line on each kind of it, for whoever started.
 */
export async function sealAnew(accounts: AccountsDb, box: SecretBox): Promise<string[]> {
  const lines: string[] = [];
  for (const sealed of SEALED) {
    const unread = await sealColumnAnew(accounts, box, sealed);
    if (unread === 0 || sealed.lost === null) continue;
    const [what, remedy] = sealed.lost;
    lines.push(
      `${unread} ${what} were sealed with a SESSION_SECRET that is not set any more. Start once with it as SESSION_SECRET_PREVIOUS; if it is lost, ${remedy}.`,
    );
  }
  return lines;
}

/** Answers how many rows no secret opens. */
async function sealColumnAnew(accounts: AccountsDb, box: SecretBox, column: SealedColumn): Promise<number> {
  let unread = 0;
  for (let after: string | number | null = null; ; ) {
    const rows = await findSealedBefore(accounts, column, { prefix: box.prefix, after, limit: ROWS_AT_ONCE });
    if (rows.length === 0) return unread;
    await accounts.transaction().execute(async (tx) => {
      for (const row of rows) {
        const text = box.open(row.sealed);
        if (text === null) unread += 1;
        else await storeSealed(tx, column, row, box.seal(text));
      }
    });
    after = rows.at(-1)?.key ?? null;
  }
}

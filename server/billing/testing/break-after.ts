import { type KyselyPlugin, RawNode } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Simulates a killed process: the writes of its open transaction are lost. */
export class KilledError extends Error {}

/** Returns the accounts store of a process that dies after this number of writes. */
export function breakAfter(accounts: AccountsDb, writes: number): AccountsDb {
  let left = writes;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const isWritten = RawNode.is(node) && /^\s*(insert|update)\b/i.test(node.sqlFragments[0] ?? '');
      if (isWritten || ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(node.kind)) {
        left -= 1;
        if (left < 0) throw new KilledError('killed');
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return accounts.withPlugin(plugin);
}

import { counted } from '#domain/counted.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { CHAIN_START } from '../databases/accounts/audit-chain.ts';
import { entryHash, type Posting } from './ledger-hash.ts';
import { countOrphans, findEntriesAfter, findLedgerHead, findPostingsOf } from './ledger-queries.ts';

const AT_ONCE = 500;
const ORPHANS = { one: 'posting belongs', other: 'postings belong' };

/** Maximum number of faults to report. Further faults would not help. */
export const MOST_FAULTS = 100;

export type ChainVerdict = {
  readonly entries: number;
  readonly last: { readonly seq: number; readonly hash: string };
  readonly faults: readonly string[];
};

/** Verifies the whole ledger: no entry was changed, no entry is missing, and each entry sums to zero. */
export async function verifyChain(accounts: AccountsDb): Promise<ChainVerdict> {
  // Read the head first, so that entries written during the check come after it.
  const head = (await findLedgerHead(accounts)) ?? { seq: 0, hash: CHAIN_START };
  const faults: string[] = [];
  let last = { seq: 0, hash: CHAIN_START };
  let entries = 0;
  for (;;) {
    const rows = await findEntriesAfter(accounts, last.seq, AT_ONCE);
    const postings = groupBySeq(
      await findPostingsOf(
        accounts,
        rows.map(({ seq }) => seq),
      ),
    );
    for (const { hash, postings: count, ...entry } of rows) {
      const { seq } = entry;
      const moved = postings.get(seq) ?? [];
      const isNext = seq === last.seq + 1;
      if (!isNext) faults.push(`Entries ${last.seq + 1} to ${seq - 1} of the ledger are missing.`);
      const left = moved.reduce((all, { micros }) => all + BigInt(micros), 0n);
      if (left !== 0n) faults.push(`Entry ${seq} of the ledger does not sum to zero: ${left} micro-dollars are left.`);
      // After a gap, the previous hash is unknown, so this entry can't be verified.
      const isSound = moved.length === count && (!isNext || hash === entryHash(last.hash, entry, moved));
      const isHead = seq !== head.seq || hash === head.hash;
      if (!isSound || !isHead) faults.push(`Entry ${seq} of the ledger was changed.`);
      last = { seq, hash };
      entries += 1;
    }
    if (rows.length < AT_ONCE || faults.length >= MOST_FAULTS) break;
  }
  if (last.seq < head.seq && faults.length < MOST_FAULTS)
    faults.push(`Entries ${last.seq + 1} to ${head.seq} of the ledger are missing.`);
  const orphans = await countOrphans(accounts);
  if (orphans > 0) faults.push(`${counted(orphans, ORPHANS)} to no entry.`);
  return { entries, last, faults: faults.slice(0, MOST_FAULTS) };
}

function groupBySeq(rows: readonly ({ readonly entry_seq: number } & Posting)[]): Map<number, Posting[]> {
  const groups = new Map<number, Posting[]>();
  for (const { entry_seq: seq, account, micros } of rows) {
    const group = groups.get(seq);
    if (group) group.push({ account, micros });
    else groups.set(seq, [{ account, micros }]);
  }
  return groups;
}

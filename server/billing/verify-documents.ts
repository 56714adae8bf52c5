import { MICROS_PER_CENT } from '#domain/money.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { inGroups } from '../lib/in-groups.ts';
import { numberText } from './document-words.ts';
import {
  findFinalDocuments,
  findOwnersAndAdvertisers,
  sumAdjustmentLines,
  sumAdjustmentPostings,
  sumBilled,
  sumDocumentedAdjustments,
  sumFinalLines,
} from './verify-queries.ts';

/**
 * Checks that numbers have no gaps, lines add up to whole cents, and accounts match the documents. While a month is
 * being closed, accounts are ahead of documents, so it skips that check.
 */
export async function faultsOfDocuments(
  accounts: AccountsDb,
  isClosing: boolean,
): Promise<{ readonly documents: number; readonly faults: readonly string[] }> {
  const documents = await findFinalDocuments(accounts);
  const faults: string[] = [];
  const last = { statement: 0, invoice: 0 };
  for (const { kind, number } of documents) {
    const next = last[kind] + 1;
    if (number !== next) faults.push(`${numberText(kind, next)} is missing.`);
    last[kind] = number ?? next;
  }
  const sums = new Map<string, number>();
  await inGroups(
    documents.map(({ id }) => id),
    async (ids) => {
      for (const [id, micros] of await sumFinalLines(accounts, ids)) sums.set(id, micros);
      return [];
    },
  );
  const billed = new Map<string, number>();
  for (const { id, kind, number, customer_id: customer, total_cents: cents } of documents) {
    const total = (cents ?? 0) * MICROS_PER_CENT;
    if ((sums.get(id) ?? 0) !== total)
      faults.push(
        `The lines of ${numberText(kind, number ?? 0)} add up to ${sums.get(id) ?? 0} micro-dollars, not ${total}.`,
      );
    const account = kind === 'statement' ? `owner:${customer}` : `advertiser:${customer}`;
    billed.set(account, (billed.get(account) ?? 0) + total);
  }
  if (isClosing) return { documents: documents.length, faults };
  const adjusted = await sumDocumentedAdjustments(accounts);
  for (const [account, micros] of await sumBilled(accounts)) {
    if (!/^(owner|advertiser):/.test(account)) continue;
    const booked = (account.startsWith('owner:') ? -micros : micros) + (adjusted.get(account) ?? 0);
    const said = billed.get(account) ?? 0;
    if (booked !== said) faults.push(`${account} was billed ${said} micro-dollars; ${booked} are booked.`);
  }
  return { documents: documents.length, faults };
}

/** Checks that the ledger matches the adjustments on both sides. */
export async function faultsOfAdjustments(accounts: AccountsDb): Promise<string[]> {
  const faults = await differingAdjustments(accounts);
  // A request may have accepted an objection between the two queries.
  return faults.length === 0 ? [] : differingAdjustments(accounts);
}

async function differingAdjustments(accounts: AccountsDb): Promise<string[]> {
  const names = await findOwnersAndAdvertisers(accounts);
  const credited = new Map<string, number>();
  const add = (account: string, micros: number) => {
    if (micros !== 0) credited.set(account, (credited.get(account) ?? 0) + micros);
  };
  for (const { ownerKey, advertiserKey, amount, owner } of await sumAdjustmentLines(accounts)) {
    add(`advertiser:${names.get(advertiserKey) ?? advertiserKey}`, amount);
    add(`owner:${names.get(ownerKey) ?? ownerKey}`, -owner);
    add('network:revenue', owner - amount);
  }
  const booked = await sumAdjustmentPostings(accounts);
  return [...new Set([...credited.keys(), ...booked.keys()])].flatMap((account) => {
    const [said, is] = [credited.get(account) ?? 0, booked.get(account) ?? 0];
    return said === is ? [] : [`${account} was credited ${said} micro-dollars by adjustments; ${is} are booked.`];
  });
}

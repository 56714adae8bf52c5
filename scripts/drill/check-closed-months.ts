import { sql } from 'kysely';
import { DAY_MS } from '#domain/durations.ts';
import { createBilling } from '../../server/billing/create-billing.ts';
import { createNetworkMemory } from '../../server/network/snapshot/network-memory.ts';
import type { EventLedger } from './event-ledger.ts';
import { type Sums, sumsBy } from './expected-sums.ts';
import type { OpenedStores } from './start-stores.ts';

export type ClosedFindings = { readonly lines: number; readonly wrong: readonly string[] };

/** Time from now until after the end of the current month and the days of waiting for late events. */
const LATER_MS = 40 * DAY_MS;
const TERMS = { closeAfterDays: 5, currency: 'USD', networkTimeZone: 'UTC', firstMonth: null, demo: false };

/**
 * Closes all of the drill's months as if they were over. Compares each statement and invoice with the drill's own
 * ledger.
 */
export async function checkClosedMonths(
  ledger: EventLedger,
  { accounts, events }: OpenedStores,
): Promise<ClosedFindings> {
  const now = () => Date.now() + LATER_MS;
  const network = createNetworkMemory(accounts);
  const billing = createBilling({ accounts, events, network, config: TERMS, now });
  await billing.close(new Date().toISOString().slice(0, 7));
  const printed = await readLines(accounts);
  const expected = expectedLines(ledger);
  const wrong: string[] = [];
  for (const name of new Set([...printed.keys(), ...expected.keys()])) {
    const [is, wanted] = [printed.get(name) ?? 'nothing', expected.get(name) ?? 'nothing'];
    if (is !== wanted) wrong.push(`${name}: ${is} instead of ${wanted}`);
  }
  const { faults } = await billing.verify();
  return { lines: expected.size, wrong: [...wrong, ...faults.map((fault) => `the ledger: ${JSON.stringify(fault)}`)] };
}

/** Reads the lines, by document kind, customer and month. */
async function readLines(accounts: OpenedStores['accounts']): Promise<Map<string, string>> {
  const rows = await accounts
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .select(['documents.kind', 'customer_id', 'document_lines.month'])
    .select([sql<number>`sum(views)`.as('views'), sql<number>`sum(clicks)`.as('clicks')])
    .select([sql<number>`sum(burns)`.as('burns'), sql<string>`sum(micros)`.as('micros')])
    .where('document_lines.kind', 'in', ['delivery', 'late'])
    .groupBy(['documents.kind', 'customer_id', 'document_lines.month'])
    .execute();
  return new Map(
    rows.map(({ kind, customer_id: id, month, views, clicks, burns, micros }) => [
      `${kind} ${id} ${month}`,
      lineText({ views: Number(views), clicks: Number(clicks), burns: Number(burns) }, BigInt(micros)),
    ]),
  );
}

function expectedLines(ledger: EventLedger): Map<string, string> {
  const { advertisers, flights, outlets, owners } = ledger.terms;
  const monthOf = (timestampMs: number) => new Date(timestampMs).toISOString().slice(0, 7);
  const statements = sumsBy(ledger, ({ outlet, timestampMs }) => {
    const owner = owners[outlets[outlet]?.owner ?? -1];
    return owner === undefined ? null : `statement ${owner.id} ${monthOf(timestampMs)}`;
  });
  const invoices = sumsBy(ledger, ({ flight, timestampMs }) => {
    const advertiser = advertisers[flights[flight]?.advertiser ?? -1];
    return advertiser === undefined ? null : `invoice ${advertiser.id} ${monthOf(timestampMs)}`;
  });
  return new Map([
    ...[...statements].map(([name, sums]) => [name, lineText(sums, sums.owner)] as const),
    ...[...invoices].map(([name, sums]) => [name, lineText(sums, sums.amount)] as const),
  ]);
}

const lineText = ({ views, clicks, burns }: Pick<Sums, 'views' | 'clicks' | 'burns'>, micros: bigint): string =>
  `${views} views, ${clicks} clicks, ${burns} burns, ${micros} micro-dollars`;

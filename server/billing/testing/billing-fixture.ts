import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { StoredEvent } from '#event-store/events-db.ts';
import { openEvents } from '#event-store/open-events.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createMemorySealLedger } from '#event-store/testing/memory-seal-ledger.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { copiedPostgresEngine, copiedSqliteEngine } from '../../databases/accounts/testing/open-engines.ts';
import { createNetworkMemory } from '../../network/snapshot/network-memory.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet } from '../../testing/makers.ts';
import { chosenStores } from '../../testing/test-stores.ts';
import { type Billing, createBilling } from '../create-billing.ts';

/**
 * A date in the future. The store stamps arriving events with the system clock, and billing ignores late events for a
 * month that ended weeks earlier.
 */
export const OCTOBER = Date.UTC(2037, 9, 25, 12);
const NOVEMBER = Date.UTC(2037, 10, 20, 12);
const config = { closeAfterDays: 5, currency: 'USD', networkTimeZone: 'America/New_York', demo: false };

/**
 * Creates two owners with three outlets, an advertiser with two flights, and deliveries around the end of two months.
 */
export async function openBilling() {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-billing-'));
  const folder = join(dataDir, 'accounts');
  const engine = chosenStores() === 'embedded' ? copiedSqliteEngine(folder) : copiedPostgresEngine();
  const clock = { ms: Date.UTC(2037, 11, 6, 12) };
  const accounts = await engine.openMigrated();
  const events = await openEvents({ dataDir }, createMemorySealLedger());
  const stored: StoredEvent[] = [];
  /**
   * Creates billing. Closing normally waits until the cut-off second is over. With a `settleMs` of -1,000, closing does
   * not wait.
   */
  const billingOf = (
    store: AccountsDb,
    settleMs = 0,
    firstMonth: string | null = '2037-10',
    time = async () => clock.ms,
  ): Billing => {
    const network = createNetworkMemory(store);
    const all = { ...config, firstMonth };
    // Two documents per group, so that a close spans several transactions.
    const sizes = { settleMs, documentsAtOnce: 2 };
    return createBilling({ accounts: store, events, network, config: all, now: () => clock.ms, time, ...sizes });
  };
  async function deliver(rows: readonly Partial<StoredEvent>[]): Promise<void> {
    const made = rows.map((row, at) => makeStoredEvent({ eventId: BigInt(stored.length + 1_000 + at), ...row }));
    await events.insert(made);
    stored.push(...made);
  }
  const owners = [await makeCustomer(accounts), await makeCustomer(accounts)];
  const places: Pick<StoredEvent, 'customerKey' | 'outletKey'>[] = [];
  for (const owner of [...owners, ...owners.slice(0, 1)]) {
    const outlet = await makeOutlet(accounts, { customerId: owner.id });
    places.push({ customerKey: owner.key, outletKey: outlet.key });
  }
  const sponsor = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flights: Pick<StoredEvent, 'advertiserKey' | 'campaignKey' | 'flightKey'>[] = [];
  for (const _ of [1, 2]) {
    const flight = await makeFlight(accounts, { campaignId: campaign.id });
    flights.push({ advertiserKey: sponsor.key, campaignKey: campaign.key, flightKey: flight.key });
  }
  // Amounts with fractions of a cent, on both sides of the month boundaries in the network's zone.
  const limits = [Date.UTC(2037, 10, 1, 3, 59), Date.UTC(2037, 10, 1, 4), Date.UTC(2037, 11, 1, 4, 59)];
  await deliver(
    [OCTOBER, NOVEMBER, ...limits].flatMap((timestampMs, at) =>
      places.flatMap((place) =>
        flights.map((flight, index) => ({
          ...place,
          ...flight,
          timestampMs,
          amountMicros: 333_333 + at * 7 + index,
          ownerMicros: 100_001 + at,
        })),
      ),
    ),
  );
  const nothing = { ...places[0], timestampMs: OCTOBER, amountMicros: 0, ownerMicros: 0 };
  await deliver([
    // A view without a flight earns nothing but is counted. The invalid event has a withheld amount.
    { ...nothing, advertiserKey: 0, campaignKey: 0, flightKey: 0 },
    { ...nothing, ...flights[0], invalid: 'repeated', withheldMicros: 9, withheldOwnerMicros: 3 },
  ]);
  return {
    dataDir,
    engine,
    clock,
    accounts,
    events,
    stored,
    billingOf,
    deliver,
    places,
    flights,
    async close() {
      await events.close();
      await engine.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sorts rows by content, because their order depends on the store. */
const inOrder = (rows: readonly object[]): object[] =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ row }) => row);

/** Returns everything that a close writes, except the second of its read and values derived from that second. */
export async function stateOf(store: AccountsDb) {
  const all = (
    table:
      | 'ledger_entries'
      | 'ledger_postings'
      | 'document_lines'
      | 'judged_lines'
      | 'documents'
      | 'billed_pairs'
      | 'document_numbers'
      | 'audit_log',
  ) => sql<object>`select * from ${sql.table(table)}`.execute(store).then(({ rows }) => inOrder(rows));
  const months = await store
    .selectFrom('billing_months')
    .select(['month', 'from_at', 'to_at', 'final_at'])
    .orderBy('month')
    .execute();
  const documents = (await all('documents')).map((row) => ({
    ...row,
    cut_off_at: 0,
    pdf_sha256: '',
    ledger_seq: 0,
    ledger_head: '',
  }));
  const others = [
    'ledger_entries',
    'ledger_postings',
    'document_lines',
    'judged_lines',
    'billed_pairs',
    'document_numbers',
  ] as const;
  // PostgreSQL does not reuse the IDs of rows that were rolled back.
  const audit = (await all('audit_log')).map((row) => ({ ...row, id: 0 }));
  return { months, documents, audit, others: await Promise.all(others.map(all)) };
}

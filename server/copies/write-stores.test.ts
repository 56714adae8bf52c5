// Played by `npm run test:full` alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentParts } from '#event-store/copy-events.ts';
import { EVENT_COLUMNS, encodeEvents } from '#event-store/event-encoder.ts';
import { writeInstallation } from '#event-store/installation.ts';
import { EVENTS_MIGRATIONS } from '#event-store/migrate-events.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { withSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { readUnfinishedCopy } from '../databases/accounts/unfinished-copy.ts';
import { makeCustomer } from '../testing/makers.ts';
import type { InstallationCopy } from './installation-copy.ts';
import { openTarget } from './open-target.ts';
import { writeStores } from './write-stores.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-write-stores-'));
const servers = { databaseUrl: null, clickhouseUrl: null, clickhouseCluster: null };
const OWN = '11111111-1111-4111-8111-111111111111';
const OTHERS = '22222222-2222-4222-8222-222222222222';
const WEEK = { table: 'events', partition: '2026-11-16', columns: EVENT_COLUMNS } as const;
const FIGURES = [[1, ['3', '0', '0', '15000', '4500', '75000', '3']]] as const;
const lines = encodeEvents([1n, 2n, 3n].map((eventId) => makeStoredEvent({ eventId })));
let source: AccountsDb;
beforeAll(async () => {
  source = await openMigrated(join(root, 'source'));
  await makeCustomer(source, { name: 'Hotel' });
});
afterAll(async () => {
  await source.destroy();
  rmSync(root, { recursive: true, force: true });
});

type Over = Partial<Pick<InstallationCopy, 'installation'>> & {
  readonly digest?: InstallationCopy['events']['digest'];
  readonly countRows?: (table: string, rows: number) => number;
  readonly figures?: InstallationCopy['events']['figures'];
};

/** Copies a customer and three events of one week, with overrides that are intentionally wrong. */
const copyTo = (target: Parameters<typeof writeStores>[0], { countRows, figures, digest = null, ...over }: Over = {}) =>
  withSnapshot({ dataDir: join(root, 'source') }, (accounts) => {
    const rows = async (table: string) => {
      const there = await accounts.countRows(table);
      return countRows?.(table, there) ?? there;
    };
    const events: InstallationCopy['events'] = {
      migrations: EVENTS_MIGRATIONS.map(({ name }) => name),
      parts: [WEEK],
      rows: async function* () {
        yield lines;
      },
      figures: figures ?? (async () => FIGURES),
      digest,
    };
    const copy = { id: 'one', installation: OWN, events, ...over };
    return writeStores(target, { ...copy, accounts: { ...accounts, countRows: rows } }, () => undefined);
  });

test('an incomplete or changed copy is not an installation until all of it has arrived', async () => {
  const target = await openTarget({ dataDir: join(root, 'target'), ...servers });
  const refuses = async (copying: Promise<void>, words: string | RegExp) => {
    await expect(copying).rejects.toMatchObject({ name: 'CopyError', message: expect.stringMatching(words) });
    expect(await readUnfinishedCopy(target.accounts)).toMatchObject({ id: 'one' });
  };
  try {
    const other = async () => [[1, ['4', '0', '0', '20000', '6000', '100000', '4']]] as const;
    await refuses(copyTo(target, { figures: other }), /does not have the figures of the original \(events of the week/);
    const withStranger = {
      ...target,
      makeTables: async (migrations: readonly string[]) => {
        await target.makeTables(migrations);
        const stranger = makeStoredEvent({ eventId: 9n, timestampMs: Date.UTC(2026, 9, 1) });
        await target.engine.insertEvents(EVENT_COLUMNS, encodeEvents([stranger]));
      },
    };
    await refuses(copyTo(withStranger), 'has events that the original does not have');
    await target.engine.command(`ALTER TABLE events DROP PARTITION '2026-09-28'`);
    const one = { countRows: (table: string, there: number) => (table === 'customers' ? there + 1 : there) };
    await refuses(
      copyTo(target, one),
      /received 1 rows of customers, but the original has 2\. The result is not usable/,
    );
    await copyTo(target);
    expect(await readUnfinishedCopy(target.accounts)).toBeNull();
  } finally {
    await target.close();
  }
});

test('a retry removes no events from an installation that was written there meanwhile', async () => {
  const target = await openTarget({ dataDir: join(root, 'taken'), ...servers });
  try {
    const moving = { digest: async () => '', installation: null };
    const broken = { ...moving, countRows: () => 77 };
    await expect(copyTo(target, broken)).rejects.toThrow('the original has 77');
    await writeInstallation(target.engine, OTHERS);
    await expect(copyTo(target, moving)).rejects.toThrow(
      /has been used by an installation since .*Nothing was changed there/,
    );
    expect(await presentParts(target.engine, 'events')).toEqual([WEEK.partition]);
  } finally {
    await target.close();
  }
});

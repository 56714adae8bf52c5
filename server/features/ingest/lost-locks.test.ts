import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { LOCK_CLASSES } from '../../databases/accounts/lock-classes.ts';
import { openAccounts } from '../../databases/accounts/open-accounts.ts';
import type { Ingestor } from '../../ingestor.ts';
import { eventually } from '../../testing/eventually.ts';
import { canRun } from '../../testing/test-stores.ts';
import { createVisitorGate } from '../../visitors/visitor-gate.ts';
import { createIngestor } from './create-ingestor.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from './testing/open-test-ingest.ts';

/*
 * A process holds the lock of an outlet and has sent its insert. The lock vanishes while the servers still store the
 * rows. The outlet sends its event to another process, which must not find the id absent and store it again.
 */

const KINDS = ['server', 'cluster'] as const;
const VISITOR = 'fee1dead0badc0de5afe0ddba11f00d5';
const SLOW_VIEWS = ['slow', 'slower'];
/** Application name that PostgreSQL shows for each connection of the first process. */
const FIRST = 'lost-locks-first';
const NO_ANSWER = new EventsUnavailableError('The events store cannot be reached.', true);

for (const kind of KINDS)
  describe.skipIf(!canRun(kind))(`locks that are lost while the insert of their holder runs (${kind})`, () => {
    let ingest: TestIngest;
    let eui: string;
    let key: { readonly kind: 'gateway'; readonly customerId: string };
    let firstAccounts: AccountsDb;
    let first: Ingestor;
    let second: Ingestor;
    let hasAnswer = true;

    beforeAll(async () => {
      ingest = await openTestIngest({}, kind);
      const { network: lay, dependencies, events } = ingest;
      const owner = await lay.customer('property', 'Owner');
      const venueId = await lay.venue(owner.id, 'UTC');
      ({ eui } = await lay.outlet('00000000000000a1', { customerId: owner.id, venueId }));
      key = { kind: 'gateway', customerId: owner.id };
      const url = new URL(ingest.env.DATABASE_URL ?? '');
      url.searchParams.set('application_name', FIRST);
      firstAccounts = await openAccounts({ databaseUrl: url.href });
      const insert: typeof events.insert = async (rows, fence) => {
        const inserted = events.insert(rows, fence);
        if (hasAnswer) return inserted;
        inserted.catch(() => undefined);
        await insertRuns();
        throw NO_ANSWER;
      };
      first = createIngestor({
        ...dependencies,
        accounts: firstAccounts,
        events: { ...events, insert },
        shared: true,
      });
      second = createIngestor({ ...dependencies, events, shared: true });
      const { shards, rowsOf } = events.engine;
      for (const shard of shards)
        for (const view of SLOW_VIEWS)
          await shard.command(
            `CREATE MATERIALIZED VIEW ${view} ENGINE = Null AS SELECT sleep(2.2) AS x FROM ${rowsOf('events')}`,
          );
    });
    afterAll(async () => {
      await first.close();
      await second.close();
      await firstAccounts.destroy();
      await ingest.close();
    });

    const runningInserts = () => {
      const sql = `SELECT query_id FROM system.processes
        WHERE query_id LIKE 'ingest-%' AND current_database = currentDatabase()`;
      return ingest.events.query({ sql, scope: { kind: 'all' } });
    };
    const insertRuns = () => eventually(async () => expect(await runningInserts()).toHaveLength(1));
    const endConnections = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${FIRST}`.execute(
        ingest.accounts,
      );
    /** Ends only the connection that holds the locks. The process keeps all other connections. */
    const endLocks = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${FIRST}
      and pid in (select pid from pg_locks where locktype = 'advisory' and classid = ${LOCK_CLASSES.singleOutlets})`.execute(
        ingest.accounts,
      );
    const anotherWaits = () =>
      eventually(async () => {
        const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and classid = ${LOCK_CLASSES.singleOutlets}`;
        expect((await waiting.execute(ingest.accounts)).rows).toHaveLength(1);
      });

    test.each([
      ['the connections of a process are gone', endConnections],
      ['the connection with the locks is gone', endLocks],
      ['the insert has no answer', async () => undefined],
    ])('%s: the event is stored once, and accepted once at most', async (what, loseLocks) => {
      const before = (await ingest.stored()).length;
      hasAnswer = !what.includes('no answer');
      const event = outletEvent({ eui });
      const again: OutletEvent = { ...event, timestamp: new Date(NOW - 2 * MINUTE_MS).toISOString() };
      const sent = first.accept([event], key).catch(() => []);
      await insertRuns();
      // The second process gets the lock when the first process loses it.
      const sentAgain = second.accept([again], key);
      if (hasAnswer) await anotherWaits();
      await loseLocks();
      const results = [...(await sent), ...(await sentAgain)];
      expect(results.filter(({ status }) => status === 'accepted').length).toBeLessThanOrEqual(1);
      expect(await ingest.stored()).toHaveLength(before + 1);
      expect(await second.accept([event], key)).toMatchObject([{ status: 'duplicate' }]);
    });

    test('an erasure of a visitor waits for an insert that has lost its locks', async () => {
      hasAnswer = true;
      const { dependencies, events } = ingest;
      const gate = createVisitorGate({ ...dependencies, shared: events });
      const sent = first.accept([outletEvent({ eui, fingerprint: VISITOR })], key).catch(() => []);
      await insertRuns();
      await endLocks();
      await gate.erase(VISITOR);
      expect(await runningInserts()).toEqual([]);
      await sent;
      const again = outletEvent({ eui, fingerprint: VISITOR });
      expect(await second.accept([again], key)).toMatchObject([{ status: 'accepted' }]);
      expect((await ingest.stored()).filter(({ fingerprint }) => fingerprint === VISITOR)).toHaveLength(1);
    });

    test('a process that is closed leaves no record of its inserts', async () => {
      await first.close();
      await second.close();
      expect(await ingest.accounts.selectFrom('running_inserts').selectAll().execute()).toEqual([]);
    });
  });

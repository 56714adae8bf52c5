// Played by `npm run test:full` alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportedKind } from '#contract/csv-columns.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { readConfig } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { followOf, importerOf } from '../import-runs/importers.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { createMail } from '../mail/mail.ts';
import { makeCustomer, makeUser } from '../testing/makers.ts';
import { endUnpublished } from './import-jobs-queries.ts';
import { type ImportOrder, runImport, type Watching } from './run-import.ts';
import { tidyImports } from './tidy-imports.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'voltboard-run-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeOnEngines('an import', (engine) => {
  let accounts: AccountsDb;
  const config = { ...readConfig({ DATA_DIR: folder, DEMO: 'off' }), keys: fixedKeys('the keys of a test') };
  const author = { actorId: null, actor: 'test', ip: '' };
  const now = () => NOW;

  beforeAll(async () => {
    accounts = await engine.openMigrated();
    await makeCustomer(accounts, { name: 'Pier House' });
  });
  beforeEach(async () => {
    for (const table of ['account_tokens', 'mails', 'users'] as const) await accounts.deleteFrom(table).execute();
  });
  afterAll(() => engine.remove());

  function run(
    kind: ImportedKind,
    lines: readonly string[],
    order: Partial<ImportOrder> = {},
    watching: Watching = {},
  ) {
    const path = join(folder, `${kind}.csv`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    const importer = importerOf(kind, { author, config, mail: createMail({ config, now }), now });
    const context = { accounts, now, networkTimeZone: 'UTC', author, holder: 'test:1' };
    return runImport(context, importer, { path, fileName: `${kind}.csv`, dryRun: false, ...order }, watching);
  }

  const HEAD = 'email,first_name,role,customer,invite';
  const people = (count: number, rest = 'property,Pier House,'): string[] => [
    HEAD,
    ...Array.from({ length: count }, (_, index) => `p${index}@import.example,Person ${index},${rest}`),
  ];
  const users = async () => (await accounts.selectFrom('users').select('id').execute()).length;
  /** Returns the rows and claims that an import leaves behind, which must be none for every outcome. */
  const leftBehind = async () => {
    const rows = await accounts.selectFrom('import_rows').select('job_id').execute();
    const turns = await accounts.selectFrom('import_jobs').select('id').where('turn', 'is not', null).execute();
    return [...rows, ...turns];
  };
  const lastJob = () => accounts.selectFrom('import_jobs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

  test('reports a store that falls silent during the check as a temporary failure', async () => {
    const onProgress = () => Promise.reject(Object.assign(new Error('nobody answers'), { code: '08006' }));
    for (const dryRun of [true, false]) {
      const failing = run('users', people(3), { dryRun }, { onProgress });
      await expect(failing).rejects.toMatchObject({ statusCode: 503, message: expect.stringContaining('Try again') });
    }
    expect([(await lastJob()).failure, await users()]).toEqual([
      expect.stringMatching(/Nothing was imported\. Try/),
      0,
    ]);
  });

  test('checks and stores thousands of lines in chunks, so that other work runs in between', async () => {
    const told: string[] = [];
    let turns = 0;
    let isOver = false;
    const beat = () => {
      turns += 1;
      if (!isOver) setImmediate(beat);
    };
    beat();
    const outcome = await run(
      'users',
      people(2_500, 'property,Pier House,yes'),
      {},
      {
        onProgress: ({ phase, done, total }) => told.push(`${phase} ${done}/${total}`),
      },
    );
    isOver = true;
    expect(outcome).toMatchObject({ done: true, rows: 2_500, changes: { total: 5_000 } });
    expect(outcome.changes.first).toHaveLength(200);
    expect(told.at(0)).toBe('checking 101/2501');
    expect(told.at(-1)).toBe('storing 2501/2501');
    // Each hundred lines are looked up, read and staged.
    expect(turns).toBeGreaterThan(75);
    expect(await users()).toBe(2_500);
    expect(await accounts.selectFrom('mails').select('id').execute()).toHaveLength(2_500);
    expect(await leftBehind()).toEqual([]);
  });

  test('a change of many accounts adds an audit entry for each, and the audit log stays valid', async () => {
    await run('users', people(650));
    const outcome = await run('users', people(650, 'unassigned,,'));
    expect(outcome.counts.get('accounts')).toEqual({ created: 0, changed: 650, unchanged: 0 });
    const entries = await accounts
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'user.rights-changed')
      .execute();
    expect(entries).toHaveLength(650);
    expect(JSON.parse(entries[0]?.detail ?? '')).toMatchObject({ customer: { before: 'Pier House', after: '' } });
    expect(await verifyAudit(accounts)).toMatchObject({ faults: [] });
  });

  test.each([['checking'], ['waiting'], ['storing']])('canceled while %s, stores nothing', async (when) => {
    const ending = new AbortController();
    const importing = run(
      'users',
      people(350),
      {},
      {
        signal: ending.signal,
        onProgress: ({ phase }) => phase === when && ending.abort(new Error('cancelled')),
      },
    );
    await expect(importing).rejects.toThrow('cancelled');
    expect(await users()).toBe(0);
    expect(await leftBehind()).toEqual([]);
  });

  const meanwhile = (work: () => Promise<unknown>): Watching => ({
    onProgress: ({ phase }) => (phase === 'waiting' ? work() : undefined),
  });

  test.each([
    [
      'an account of the file',
      () =>
        accounts
          .updateTable('users')
          .set({ updated_at: NOW + 9 })
          .where('email', 'like', 'p7@%')
          .execute(),
    ],
    ['its customer', () => accounts.updateTable('customers').set({ deleted_at: NOW }).execute()],
  ])('rejects the whole file if %s that it uses changed during the check', async (_, work) => {
    await run('users', people(20));
    const renamed = people(20).map((line) => line.replace('Person', 'Renamed'));
    const importing = run('users', [...renamed, 'new@import.example,New,property,Pier House,'], {}, meanwhile(work));
    await expect(importing).rejects.toThrow(/The data changed/);
    expect(await users()).toBe(20);
    expect(await leftBehind()).toEqual([]);
    await accounts.updateTable('customers').set({ deleted_at: null }).execute();
  });

  test('rejects the whole file if an address was taken during the check', async () => {
    const faster = [HEAD, 'p3@import.example,Faster,unassigned,,'];
    const work = () => run('users', faster);
    await expect(run('users', people(5), {}, meanwhile(work))).rejects.toThrow(/The data changed/);
    expect(await users()).toBe(1);
  });

  test('imports exactly what was previewed, or nothing', async () => {
    const { digest } = await run('users', people(3), { dryRun: true });
    await run('users', people(1));
    await expect(run('users', people(3), { expects: digest })).rejects.toThrow(/since the file was checked/);
    expect(await users()).toBe(1);
    const again = await run('users', people(3), { dryRun: true });
    expect(await run('users', people(3), { expects: again.digest })).toMatchObject({ done: true });
  });

  test('imports hundreds of outlets at venues that the file creates, then moves them', async () => {
    const file = (venue: string, from: string) => [
      'eui,customer,venue,from,time_zone,city',
      ...Array.from({ length: 320 }, (_, index) => {
        const eui = (0x70b3d57e00000000n + BigInt(index)).toString(16);
        return `${eui},Pier House,${venue} ${index % 7},${from},UTC,${index % 2 ? 'Boston' : ''}`;
      }),
    ];
    const version = async () =>
      (await accounts.selectFrom('settings').select('value').where('name', '=', 'network_version').executeTakeFirst())
        ?.value;
    const seen = new Set([await version()]);
    const watching: Watching = { onProgress: async () => void seen.add(await version()) };
    const made = await run('outlets', file('Hall', '2026-01-01'), {}, watching);
    // No process reloads the network while the file is stored. Afterwards, all processes do.
    expect([...seen]).toHaveLength(1);
    expect(seen).not.toContain(await version());
    expect(made.findings.first).toEqual([]);
    expect(Object.fromEntries(made.counts)).toMatchObject({ venues: { created: 7 }, outlets: { created: 320 } });
    const cities = await accounts.selectFrom('venues').select('city').execute();
    expect(cities).toEqual(Array.from({ length: 7 }, () => ({ city: 'Boston' })));
    const moved = await run('outlets', file('Roof', '2026-12-01'));
    expect(moved.counts.get('assignments')).toEqual({ created: 0, changed: 320, unchanged: 0 });
    const open = await accounts.selectFrom('outlet_assignments').select('id').where('to_at', 'is', null).execute();
    expect(open).toHaveLength(320);
    const same = await run('outlets', file('Roof', '2026-12-01'));
    expect(same).toMatchObject({ done: true, changes: { total: 0 } });
  });

  /** Runs the cleanup of another process, after the run's lease has expired. */
  const tidy = async () => {
    await accounts.updateTable('import_jobs').set({ until_at: 0 }).execute();
    await tidyImports(accounts, 'test:2', followOf);
  };

  const lostStore = () => Object.assign(new Error('no answer'), { code: 'ECONNRESET' });

  test('a step that keeps failing ends the import, which reports what is stored, and the next import can run', async () => {
    let steps = 0;
    const onStatement = (statement: string) => {
      if (statement === 'noted') steps += 1;
      if (steps > 0 && statement === 'insert users') throw new Error('no room.');
    };
    const said = /a step of the import \(no room\)\. Only lines 1 to 100 of 351 were saved/;
    await expect(run('users', people(350), {}, { onStatement })).rejects.toThrow(said);
    expect(await lastJob()).toMatchObject({ state: 'failed', turn: null, is_clean: 1, result: null });
    expect((await lastJob()).failure).toMatch(said);
    const entry = await accounts.selectFrom('audit_log').select('detail').orderBy('seq', 'desc').executeTakeFirst();
    expect(entry?.detail).toMatch(said);
    expect([await users(), await leftBehind()]).toEqual([99, []]);
    expect(await run('users', people(350))).toMatchObject({ done: true });
    expect(await users()).toBe(350);
    expect(await verifyAudit(accounts)).toMatchObject({ faults: [] });
  });

  test('a process that takes over an import also ends it if the store keeps rejecting it', async () => {
    const onStatement = () => {
      throw lostStore();
    };
    await expect(run('users', people(5), {}, { onStatement })).rejects.toThrow(/resumes automatically/);
    const turn = (value: number | null) =>
      accounts.updateTable('import_jobs').set({ turn: value }).where('state', '=', 'publishing');
    await turn(null).execute();
    await makeUser(accounts, { role: 'unassigned', email: 'p3@import.example' });
    await turn(1).execute();
    await tidy();
    expect(await lastJob()).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/Nothing was imported\.$/),
    });
    expect([await users(), await leftBehind()]).toEqual([1, []]);
  });

  test('the next run completes an import that died at any statement of storing', async () => {
    await run('users', people(4));
    const file = people(6, 'unassigned,,').map((line, index) => (index > 4 ? line.replace(/,$/, ',yes') : line));
    const statements: string[] = [];
    const state = async () => {
      const rows = await accounts.selectFrom('users').select(['email', 'role']).orderBy('email').execute();
      const counts = await Promise.all(
        (['account_tokens', 'mails'] as const).map(
          async (table) => (await accounts.selectFrom(table).select('id').execute()).length,
        ),
      );
      const action = 'users.imported';
      const audited = await accounts.selectFrom('audit_log').select('seq').where('action', '=', action).execute();
      const changes = await accounts
        .selectFrom('audit_log')
        .select('seq')
        .where('action', '=', 'user.rights-changed')
        .execute();
      return { rows, counts, audited: audited.length, changes: changes.length };
    };
    const reset = async () => {
      for (const table of ['account_tokens', 'mails', 'users'] as const) await accounts.deleteFrom(table).execute();
      await run('users', people(4));
    };
    const before = await state();
    await run('users', file, {}, { onStatement: (statement) => void statements.push(statement) });
    const whole = await state();
    expect(whole).toMatchObject({ counts: [2, 2], audited: before.audited + 1, changes: before.changes + 4 });
    expect(new Set(statements)).toEqual(
      new Set([
        'begin',
        'update users',
        'insert users',
        'insert account_tokens',
        'insert mails',
        'follow ',
        'noted',
        'end',
      ]),
    );
    for (const dies of statements.keys()) {
      await reset();
      const { audited, changes } = await state();
      let at = 0;
      const onStatement = () => {
        if (at++ === dies) throw lostStore();
      };
      await expect(run('users', file, {}, { onStatement })).rejects.toThrow(/resumes automatically/);
      expect(await lastJob()).toMatchObject({ state: 'publishing', turn: 1 });
      await tidy();
      expect(await state()).toEqual({ ...whole, audited: audited + 1, changes: changes + 4 });
      expect(await lastJob()).toMatchObject({ state: 'done', turn: null, is_clean: 1 });
      expect(await leftBehind()).toEqual([]);
    }
    expect(await verifyAudit(accounts)).toMatchObject({ faults: [] });
  });

  test('a run that is slow but alive stores nothing twice after another run has taken over', async () => {
    let isTaken = false;
    const onProgress = async ({ phase, done }: { phase: string; done: number }) => {
      if (phase !== 'storing' || done === 0 || isTaken) return;
      isTaken = true;
      await tidy();
    };
    expect(await run('users', people(350), {}, { onProgress })).toMatchObject({ done: true });
    expect(await users()).toBe(350);
    expect(await leftBehind()).toEqual([]);
  });

  test('while a file is stored, its names and references cannot change, and everything else can', async () => {
    await run('users', people(2));
    const customer = await accounts.selectFrom('customers').select('id').executeTakeFirstOrThrow();
    const tried: Record<string, string> = {};
    const attempt = (what: string, work: () => Promise<unknown>) =>
      work().then(
        () => Object.assign(tried, { [what]: 'done' }),
        (error: Error) => Object.assign(tried, { [what]: error.message }),
      );
    const other = await accounts.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    const onProgress = async ({ phase, done }: { phase: string; done: number }) => {
      if (phase !== 'storing' || done === 0 || tried.seen !== undefined) return;
      tried.seen = 'yes';
      const named = (email: string) => ({ ...other, id: email, email, email_key: email });
      await attempt('a name of the file', () =>
        accounts.insertInto('users').values(named('p349@import.example')).execute(),
      );
      await attempt('another name', () => accounts.insertInto('users').values(named('other@import.example')).execute());
      const p1 = () => accounts.updateTable('users').where('email', '=', 'p1@import.example');
      await attempt('an account of the file', () =>
        p1()
          .set({ updated_at: NOW + 99 })
          .execute(),
      );
      await attempt('its last visit', () => p1().set({ last_seen_at: NOW }).execute());
      const change = accounts.updateTable('customers').where('id', '=', customer.id);
      await attempt('the customer deleted', () => change.set({ deleted_at: NOW }).execute());
      await attempt('the customer renamed', () => change.set({ category: 'hotel', updated_at: NOW + 1 }).execute());
    };
    const file = people(350).map((line, index) => (index === 2 ? line.replace('Person', 'Renamed') : line));
    expect(await run('users', file, {}, { onProgress })).toMatchObject({ done: true });
    const held = expect.stringContaining('an import that is being stored holds this');
    expect(tried).toEqual({
      seen: 'yes',
      'a name of the file': held,
      'an account of the file': held,
      'the customer deleted': held,
      'another name': 'done',
      'its last visit': 'done',
      'the customer renamed': 'done',
    });
    expect(await users()).toBe(351);
  });

  test('of two files that together would remove the last administrators, one is rejected', async () => {
    const admin = (name: string) => `${name}@import.example,${name},admin,,`;
    await run('users', [HEAD, admin('one'), admin('two')]);
    await accounts.updateTable('users').set({ email_verified: 1 }).execute();
    const out = (name: string) => [HEAD, `${name}@import.example,${name},unassigned,,`];
    let isBegun = false;
    const inBetween: Watching = {
      onProgress: async ({ phase }) => {
        if (phase !== 'waiting' || isBegun) return;
        isBegun = true;
        await run('users', out('two'));
      },
    };
    await expect(run('users', out('one'), {}, inBetween)).rejects.toThrow(/The data changed/);
    const left = await accounts.selectFrom('users').select('email').where('role', '=', 'admin').execute();
    expect(left).toEqual([{ email: 'one@import.example' }]);
  });

  test('ended through its row by another process, stores nothing and records it', async () => {
    const onJob = async (id: string) => {
      const over = { state: 'cancelled', failure: 'Canceled. Nothing was imported.', ended_at: NOW } as const;
      expect(await endUnpublished(accounts, id, over)).toBe(true);
    };
    await expect(run('users', people(150), {}, { onJob })).rejects.toThrow('Canceled. Nothing was imported.');
    expect(await users()).toBe(0);
    expect(await lastJob()).toMatchObject({ state: 'cancelled', failure: 'Canceled. Nothing was imported.' });
    expect(await leftBehind()).toEqual([]);
  });

  test('rejects more than 200,000 lines before it checks anything', async () => {
    const told: unknown[] = [];
    const importing = run(
      'customers',
      ['name,kind', ...Array(200_001).fill('A,property')],
      {},
      { onProgress: (one) => told.push(one) },
    );
    await expect(importing).rejects.toThrow('The file has more than 200,000 lines. Split it into smaller files.');
    expect(told).toEqual([]);
  });

  test('an unclosed quote does not swallow the rest of a large file', async () => {
    const lines = ['name,kind', '"open,property', ...Array(40_000).fill('Another,property')];
    await expect(run('customers', lines)).rejects.toThrow(/a quote is not closed/);
  });
});

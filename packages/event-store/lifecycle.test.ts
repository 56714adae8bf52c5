// Played by `npm run test:full` alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EventsUnavailableError } from './events-db.ts';
import { openEvents } from './open-events.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-lifecycle-'));
const ledger = createMemorySealLedger();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const all = { kind: 'all' } as const;
const ENDLESS = { sql: 'SELECT count() FROM numbers(1000000000000)', scope: all, limits: { seconds: 3_600 } };

/** Runs a snippet with the store's functions in a separate process. Returns its output and exit code. */
async function inOtherProcess(code: string): Promise<{ output: string; exitCode: number | null }> {
  const preamble = `
    import { openEvents } from ${JSON.stringify(join(import.meta.dirname, 'open-events.ts'))};
    import { createMemorySealLedger } from ${JSON.stringify(join(import.meta.dirname, 'testing/memory-seal-ledger.ts'))};
    const open = (dataDir) => openEvents({ dataDir }, createMemorySealLedger());
    const dataDir = ${JSON.stringify(dataDir)};`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', preamble + code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: import.meta.dirname });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const [exitCode] = await once(child, 'exit');
  return { output, exitCode };
}

test('rows, known ids and the clean end survive closing and reopening', async () => {
  const first = await openEvents({ dataDir }, ledger);
  await first.insert([makeStoredEvent({ eventId: 11n }), makeStoredEvent({ eventId: 12n, outletKey: 2 })]);
  expect(existsSync(join(dataDir, 'events.open'))).toBe(true);
  await first.close();
  expect(existsSync(join(dataDir, 'events.open'))).toBe(false);

  const second = await openEvents({ dataDir }, ledger);
  expect(await second.query({ sql: 'SELECT toUInt32(count()) AS n FROM events FINAL', scope: all })).toEqual([
    { n: 2 },
  ]);
  // Query immediately, and again after the IDs are loaded. The result must be the same.
  for (let round = 0; round < 20; round += 1) {
    expect(await second.findEvents([11n, 13n].map((eventId) => ({ eventId, outletKey: 1 })))).toMatchObject([
      { eventId: 11n, outletKey: 1, kind: 'view' },
    ]);
  }
  await second.close();
});

test('names the folder that this process has open if it opens another one', async () => {
  const events = await openEvents({ dataDir }, ledger);
  const other = mkdtempSync(join(tmpdir(), 'voltboard-lifecycle-'));
  await expect(openEvents({ dataDir: other }, ledger)).rejects.toThrow(
    `because this process has ${dataDir}/events open`,
  );
  rmSync(other, { recursive: true, force: true });
  await events.close();
});

test('rejects a second process on the same folder with one clear line', async () => {
  const events = await openEvents({ dataDir }, ledger);
  const other = await inOtherProcess(
    `await open(dataDir).catch((error) => console.log(error.name + ': ' + error.message));`,
  );
  const line = `EventsUnavailableError: The events store in ${dataDir}/events is in use by another process (${process.pid}).`;
  expect(other.output.trim().split('\n').at(-1)).toBe(line);
  expect(other.exitCode).toBe(0);
  await events.close();
});

test('closing ends running answers: they fail as unavailable, and the process can end', async () => {
  const events = await openEvents({ dataDir }, ledger);
  const stream = events.stream({ sql: 'SELECT number FROM numbers(100000000)', scope: all, limits: { rows: 1e9 } });
  await stream[Symbol.asyncIterator]().next();
  const running = [1, 2, 3].map(() => events.query(ENDLESS).catch((error) => error));
  await untilRunning(events, 3);
  await events.close();
  for (const error of await Promise.all(running)) {
    expect(error).toBeInstanceOf(EventsUnavailableError);
  }
  await expect(events.query({ sql: 'SELECT 1', scope: all })).rejects.toThrow('shutting down');
  await expect(events.insert([makeStoredEvent()])).rejects.toThrow(EventsUnavailableError);
});

test('a process that closes during a query exits automatically', async () => {
  const { output, exitCode } = await inOtherProcess(`
    const events = await open(dataDir);
    const running = events.query(${JSON.stringify(ENDLESS)}).catch(() => console.log('ended'));
    const sql = ${JSON.stringify(RUNNING)};
    while (Number((await events.query({ sql, scope: { kind: 'all' } }))[0].n) === 0);
    await events.close();
    await running;
    process.on('exit', () => console.log('by itself'));`);
  expect(output).toContain('ended');
  expect(output).toContain('by itself');
  expect(exitCode).toBe(0);
});

const RUNNING = `SELECT toUInt32(count()) AS n FROM system.processes
  WHERE query LIKE '%numbers(1000000000000)%' AND query NOT LIKE '%processes%'`;

async function untilRunning(events: Awaited<ReturnType<typeof openEvents>>, count: number): Promise<void> {
  for (;;) {
    const [row] = await events.query<{ n: number }>({ sql: RUNNING, scope: all });
    if ((row?.n ?? 0) >= count) return;
  }
}

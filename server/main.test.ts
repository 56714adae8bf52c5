// Played by `npm run test:full` alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { openEvents } from '#event-store/open-events.ts';
import { createSealLedger } from './databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from './databases/accounts/open-accounts.ts';
import { makeWorld, storedEvent } from './features/dashboard/testing/make-world.ts';
import { SECURITY_HEADERS, spellingsOf, UNREADABLE_ADDRESSES } from './http/testing/surface-facts.ts';
import { openMailSink } from './mail/testing/mail-sink.ts';
import { insertJob } from './maintenance/jobs-queries.ts';
import { REMOVE_EVENTS } from './maintenance/remove-events-job.ts';
import { makeUser, TEST_PASSWORD } from './testing/makers.ts';
import { askProgram } from './testing/servers/ask-servers.ts';
import { testAtLength } from './testing/test-length.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-main-'));
const dataDir = join(root, 'data');
let program: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  program = await askProgram('main');
});
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderWith(name: string, content: string): string {
  const folder = mkdtempSync(join(root, 'damaged-'));
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Requests an address exactly as written. */
const ask = (port: string, path: string) =>
  new Promise<{ status: number | undefined; headers: object; body: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, async (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, body: await text(answer) }),
    ).on('error', reject);
  });

/** Starts the real program in a separate process. `ended` resolves with its exit code and its whole output. */
function startServer(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', ADMIN_MFA: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.includes('Voltboard is ready')) tellReady();
    });
  }
  // Wait until the streams are closed, not only until the process exits, because its last output may still arrive.
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return { code, signal, output };
  });
  const started = Promise.race([ready, ended.then(({ output: said }) => Promise.reject(new Error(said)))]);
  started.catch(() => undefined);
  return { child, started, ended };
}

test('starts, refuses a second server on its folder or port in one line, and stops cleanly with open streams', async () => {
  const port = String(await freePort());
  const metricsPort = String(await freePort());
  const server = startServer({ PORT: port, METRICS_PORT: metricsPort });
  await server.started;
  const url = `http://127.0.0.1:${port}/api`;
  // On a busy machine, the start blocks the thread for such a long time that the first calls are rejected.
  await expect
    .poll(async () => (await fetch(`${url}/readyz`)).json())
    .toEqual({
      status: 'ready',
      accounts: true,
      events: true,
      clock: true,
      schema: true,
    });

  for (const path of UNREADABLE_ADDRESSES)
    expect(await ask(port, path), path).toMatchObject({
      status: 404,
      body: '{"error":{"message":"Page not found."}}',
      headers: SECURITY_HEADERS,
    });
  for (const path of [...spellingsOf('/api/auth/me'), '/api/%61uth/me'])
    expect(await ask(port, path), path).toMatchObject({ status: 401, headers: SECURITY_HEADERS });

  // The public port must not serve them.
  expect(await ask(port, '/metrics')).toMatchObject({ status: 404, body: expect.stringContaining('METRICS_TOKEN') });
  expect((await ask(metricsPort, '/')).status).toBe(404);
  const { status, body } = await ask(metricsPort, '/metrics');
  expect([status, body]).toEqual([200, expect.stringContaining('voltboard_store_up{store="events"} 1')]);
  expect(body).toMatch(
    /voltboard_http_request_duration_seconds_count\{method="GET",route="\/api\/readyz",status="2xx"\} [1-9]/,
  );

  const sameFolder = await startServer({ PORT: String(await freePort()) }).ended;
  expect(sameFolder).toMatchObject({ code: 1 });
  expect(sameFolder.output.trim()).toMatch(
    /^Another Voltboard server is using .*\. Stop it, or choose another folder with DATA_DIR\.$/,
  );
  const samePort = await startServer({ PORT: port, DATA_DIR: join(root, 'other') }).ended;
  expect(samePort.output.trim()).toBe(
    `Port ${port} is in use. Stop the other program, or choose another port with PORT=4001.`,
  );
  expect(existsSync(join(root, 'other', 'accounts.sqlite'))).toBe(false);

  const accounts = await openAccounts({ dataDir });
  const { email } = await makeUser(accounts, { role: 'admin', password: TEST_PASSWORD });
  await accounts.destroy();
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  const { data: token } = (await login.json()) as { data: string };
  const live = await fetch(`${url}/list/live`, { headers: { authorization: `Bearer ${token}` } });
  expect(live.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const streamEnds = live.text().catch(() => 'cut');
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
  await streamEnds;
});

// On macOS, the queue has 128 entries, regardless of the program's request.
test.runIf(process.platform === 'linux')('the accept queue holds outlets that all connect at once', async () => {
  const port = await freePort();
  const server = startServer({ PORT: String(port) });
  await server.started;
  // A stopped program accepts no connection, so only the queue that it requested from the system remains.
  server.child.kill('SIGSTOP');
  const sockets: Socket[] = [];
  const connected = Array.from({ length: 1_500 }, async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket.on('error', () => {}));
    await once(socket, 'connect');
  });
  await Promise.all(connected);
  server.child.kill('SIGCONT');
  for (const socket of sockets) socket.destroy();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

test('starts again at once after a kill, and its simulator does not outlive it', async () => {
  const port = String(await freePort());
  writeFileSync(join(dataDir, 'demo-keys.json'), JSON.stringify({ outlets: [] }), { mode: 0o600 });
  const killed = startServer({ PORT: port, SIMULATOR: 'on' });
  await killed.started;
  const children = readFileSync(`/proc/${killed.child.pid}/task/${killed.child.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await expect.poll(() => children.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);

  const again = startServer({ PORT: port });
  await again.started;
  again.child.kill('SIGINT');
  expect(await again.ended).toMatchObject({ code: 0, signal: null });
});

// The daily tests cover the parts in server/mail/deliver-mails.test.ts.
testAtLength(
  'a registration is mailed exactly once, though the mail server was away and the server was killed',
  async () => {
    const gone = await openMailSink();
    await gone.close();
    const folder = join(root, 'mail');
    const port = String(await freePort());
    const env = { PORT: port, DATA_DIR: folder, SIGN_UP: 'open', SMTP_URL: gone.url };
    const killed = startServer(env);
    await killed.started;
    const register = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'maria@hotel.example', password: 'quiet lanterns over 7 rivers' }),
      });
      return answer.status;
    };
    // A busy machine rejects callers before it reads their request.
    await expect.poll(register).toBe(200);
    killed.child.kill('SIGKILL');
    await killed.ended;

    const sink = await openMailSink(gone.port);
    const again = startServer(env);
    await again.started;
    await sink.arrived((mails) => mails.length > 0);
    again.child.kill('SIGTERM');
    await again.ended;
    await sink.close();
    expect(sink.received.map(({ envelopeTo }) => envelopeTo)).toEqual(['maria@hotel.example']);
    const accounts = await openAccounts({ dataDir: folder });
    expect(await accounts.selectFrom('mails').select('status').execute()).toEqual([{ status: 'sent' }]);
    await accounts.destroy();
  },
);

/** Writes half a year of events, removable except for the last weeks, and an account that sees everything. */
async function oldEvents(folder: string): Promise<string> {
  const accounts = await openAccounts({ dataDir: folder });
  await migrateAccounts(accounts);
  const world = await makeWorld({ accounts });
  const { email } = await makeUser(accounts, { role: 'admin', password: TEST_PASSWORD });
  const events = await openEvents({ dataDir: folder }, createSealLedger(accounts));
  const rows = [...Array(1_500).keys()].map((index) => {
    const [owner, outlet] = index % 3 === 0 ? [world.beta, world.outlets.b1] : [world.alpha, world.outlets.a1];
    const kind = index % 5 === 0 ? 'click' : 'view';
    const at = Date.now() - 10_000 - index * 3 * HOUR_MS;
    return storedEvent(owner, outlet, index % 2 === 0 ? world.cola : null, at, { kind, amountMicros: 1_000 + index });
  });
  await events.insert(rows);
  await events.close();
  await accounts.destroy();
  return email;
}

testAtLength('a server that is killed while old events leave shows the same figures after each restart', async () => {
  const folder = join(root, 'retention');
  mkdirSync(folder, { mode: 0o700 });
  const email = await oldEvents(folder);
  const accounts = await openAccounts({ dataDir: folder });
  const ledger = createSealLedger(accounts);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/api`;
  const start = async () => {
    const server = startServer({ PORT: port, DATA_DIR: folder });
    await server.started;
    return server;
  };
  const token = async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password: TEST_PASSWORD });
    return ((await (await fetch(`${url}/login`, { method: 'POST', headers, body })).json()) as { data?: string }).data;
  };
  const figures = async () => {
    await expect.poll(token).toBeDefined();
    const headers = { authorization: `Bearer ${await token()}` };
    const last = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const days = `from=2020-01-01&to=${last}`;
    const paths = [`daily?${days}`, `summary?${days}`, `devices?${days}`];
    // The remaining time in the current day is not a figure.
    const figureOnly = (name: string, value: unknown) => (name === 'today_ends_in' ? undefined : value);
    const answer = async (path: string) => (await fetch(`${url}/list/${path}`, { headers })).text();
    return Promise.all(paths.map(async (path) => JSON.parse(await answer(path), figureOnly)));
  };
  const job = () =>
    accounts
      .selectFrom('maintenance_jobs')
      .select(['state', 'failure'])
      .orderBy('requested_at', 'desc')
      .executeTakeFirst();
  const remove = () => {
    const payload = JSON.stringify({ months: 1, isDry: false });
    return insertJob(accounts, { id: randomUUID(), kind: REMOVE_EVENTS, payload, requested_at: Date.now() });
  };

  const first = await start();
  const before = await figures();
  await remove();
  // Some weeks are archived, others not yet.
  await expect.poll(async () => (await ledger.current()).archive.weeks.size, { interval: 3 }).toBeGreaterThan(0);
  first.child.kill('SIGKILL');
  await first.ended;
  const taken = (await ledger.current()).archive.weeks.size;

  const second = await start();
  expect(await figures()).toEqual(before);
  await expect.poll(job).toEqual({ state: 'done', failure: null });
  const { archive } = await ledger.current();
  expect(archive.weeks.size).toBeGreaterThanOrEqual(Math.max(taken, 16));
  expect(await figures()).toEqual(before);
  // Simulates that a minute has passed, after which the archived events are deleted from the disk.
  const aged = [...archive.weeks].map(([week, { number, events, atMs }]) => [
    week,
    [number, events, atMs - 2 * MINUTE_MS],
  ]);
  await accounts
    .updateTable('event_seals')
    .set({ archived: JSON.stringify(Object.fromEntries(aged)) })
    .execute();
  await remove();
  await expect.poll(async () => (await job())?.state, { interval: 3 }).not.toBe('waiting');
  second.child.kill('SIGKILL');
  await second.ended;

  const third = await start();
  expect(await figures()).toEqual(before);
  await expect.poll(job).toEqual({ state: 'done', failure: null });
  expect(await figures()).toEqual(before);
  third.child.kill('SIGTERM');
  await third.ended;
  await accounts.destroy();
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a bad setting', { PORT: 'abc' }, /^PORT: 'abc' is not valid\. Use a port number, such as 4000\.$/],
  [
    'one port for two',
    { PORT: '4321', METRICS_PORT: '4321' },
    /^METRICS_PORT: '4321' is not valid\. Use a free port number, such as 9400\.$/,
  ],
  [
    'a folder that cannot be',
    { DATA_DIR: join(resolve('package.json'), 'data') },
    /^DATA_DIR: .*package\.json\/data is not writable\. /,
  ],
  [
    'a folder where none can be made',
    { DATA_DIR: '/proc/voltboard/data' },
    /^DATA_DIR: \/proc\/voltboard\/data is not writable\. /,
  ],
  [
    'no PostgreSQL',
    { DATABASE_URL: 'postgres://127.0.0.1:1/x', SESSION_SECRET: randomBytes(48).toString('base64url') },
    /^A database does not respond \(.*\)\. Check DATABASE_URL and CLICKHOUSE_URL\.$/,
  ],
  [
    'a damaged lock',
    { DATA_DIR: folderWith('server.lock', 'no database'.repeat(99)) },
    /^.*server\.lock is damaged\. It contains only a lock\. Delete it and start again\.$/,
  ],
  [
    'damaged accounts',
    {
      DATA_DIR: folderWith('accounts.sqlite', 'no database'.repeat(99)),
    },
    /^accounts\.sqlite in the data folder is damaged\. Restore it from a backup and start again\.$/,
  ],
  [
    'damaged files of the events',
    { DATA_DIR: folderWith('events/metadata/outlets.sql', '') },
    // The engine prints its own line first.
    /^(Code: 62.*\n)?The events store in .*events cannot be opened; the engine's own line .* names the file\. If it is damaged, put the newest backup back; then start again\.$/,
  ],
  [
    'a file where the engine has its folder',
    { DATA_DIR: folderWith('events/store', '') },
    /^The events store could not answer\. Its message: .*(store|directory).*$/i,
  ],
])('with %s, exits with a one-line message', async (_name, env, line) => {
  const { code, output } = await startServer({ PORT: String(await freePort()), DATA_DIR: join(root, 'third'), ...env })
    .ended;
  expect(output.trim()).toMatch(line);
  expect(code).toBe(1);
});

test('refuses to start while a real administrator has the password of the demo', async () => {
  const accounts = await openAccounts({ dataDir });
  await makeUser(accounts, { role: 'admin', email: 'lazy@real.example', password: 'voltboard-demo' });
  await accounts.destroy();
  const { code, output } = await startServer({ PORT: String(await freePort()) }).ended;
  expect(output).toMatch(/^These accounts use the public demo password: lazy@real\.example\./);
  expect(code).toBe(1);
});

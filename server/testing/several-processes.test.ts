// Played by `npm run test:full` alone.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginAnswer } from '#contract/auth.ts';
import type { EventResult, IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import type { CustomerList, Summary } from '#contract/list.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { waitForUs } from '../databases/accounts/open-accounts.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { type MailSink, openMailSink } from '../mail/testing/mail-sink.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { eventually } from './eventually.ts';
import { TEST_PASSWORD } from './makers.ts';
import { hasClickhouse, hasPostgres } from './servers/ask-servers.ts';
import { ADMIN, euiOf, GUESSED, layNetwork, OUTLETS, OWNER, OWNERS, SPONSOR } from './several-network.ts';
import { newSecret, openSeveralServers, type SeveralServers } from './several-servers.ts';

/**
 * Time limit for slow tests. The first reads of all paths on three shards run one after another, while other tests run.
 */
const SLOW_MS = 15 * MINUTE_MS;
type World = Awaited<ReturnType<typeof layNetwork>>;
type Answer = { readonly status: number; readonly body: string };
type Ask = (path: string, options?: { token?: string; body?: unknown; method?: string }) => Promise<Answer>;

/** Returns each owner's events in chronological order: views from three days, some with clicks and burns. */
function planEvents(nowMs: number): OutletEvent[][] {
  const random = seededRandom('several processes', 7);
  return Array.from({ length: OWNERS }, (_, owner) => {
    const events: OutletEvent[] = [];
    for (let view = 0; view < 40 + owner * 5; view += 1) {
      const at = nowMs - 600_000 - random.whole(0, 3 * DAY_MS);
      const common = { eui: euiOf(owner, random.whole(0, OUTLETS - 1)), flight: random.pick(['CPM', 'CPC']) };
      const id = randomUUID();
      events.push({ ...common, id, type: 'view', timestamp: new Date(at).toISOString() });
      for (const type of ['click', 'burn'] as const)
        if (random.whole(0, 3) === 0)
          events.push({ ...common, id: randomUUID(), type, view_id: id, timestamp: new Date(at + 1).toISOString() });
    }
    return events;
  });
}

const askAt =
  (url: string): Ask =>
  async (path, { token, body, method } = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.text() };
  };

/** A busy server returns 503. Retry the request, as outlets and browsers do. */
const untilTaken =
  (ask: Ask): Ask =>
  (path, options) =>
    eventually(async () => {
      const answer = await ask(path, options);
      if (answer.status === 503) throw new Error(answer.body);
      return answer;
    });

/** Returns the data of a response without the values that each store assigns. */
const shown = ({ status, body }: Answer): unknown => {
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return JSON.parse(body, (name, value) =>
    /^(id|customer_id|next_cursor|today_ends_in)$/.test(name) ? undefined : value,
  );
};

describe.skipIf(!hasPostgres() || !hasClickhouse())('three processes on one PostgreSQL and three shards', () => {
  let mails: MailSink;
  let several: SeveralServers;
  let single: TestApp;
  let world: World;
  let alone: World;
  let ask: readonly Ask[];
  let anywhere: Ask;
  let here: Ask;

  beforeAll(async () => {
    mails = await openMailSink();
    const env = {
      SESSION_SECRET: newSecret(),
      SMTP_URL: mails.url,
      SIGN_UP: 'invite',
      PUBLIC_URL: 'http://localhost:4000',
    };
    [several, single] = await Promise.all([openSeveralServers(3, env), createTestApp({ stores: 'embedded' })]);
    // Repeat the first connection, because a busy machine may not accept it in time.
    await eventually(() => sql`select 1`.execute(several.accounts));
    world = await layNetwork(several.accounts);
    alone = await layNetwork(single.accounts);
    ask = several.urls.map((url) => untilTaken(askAt(url)));
    anywhere = untilTaken(askAt(several.proxy));
    here = async (path, { token, body, method } = {}) => {
      const answer = await single.app.inject({
        url: `/api${path}`,
        method: (method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return { status: answer.statusCode, body: answer.body };
    };
  });
  afterAll(async () => {
    await Promise.all([several?.close(), single?.close()]);
    await mails?.close();
  });

  const at = (index: number): Ask => ask[index % ask.length] ?? anywhere;
  async function signIn(by: Ask, email: string): Promise<string> {
    const { status, body } = await by('/login', { body: { email, password: TEST_PASSWORD } });
    expect(status, body).toBe(200);
    return (JSON.parse(body) as LoginAnswer).data;
  }
  async function send(by: Ask, events: readonly OutletEvent[], key = ''): Promise<EventResult[]> {
    const { status, body } = await by('/ingest/events', { body: events, token: key });
    expect(status, body).toBe(200);
    return (JSON.parse(body) as IngestAnswer).results;
  }
  const totalViews = async (by: Ask, token: string): Promise<number> => {
    const { status, body } = await by('/list/summary', { token });
    expect(status, body).toBe(200);
    return (JSON.parse(body) as Summary).total_views;
  };

  test(
    'stores and counts the same events sent to all processes at once only once, and every list matches that of one process',
    async () => {
      single.clock.ms = Date.now();
      const planned = planEvents(single.clock.ms);
      const results = await Promise.all(
        planned.flatMap((events, owner) => [0, 1, 2].map((process) => send(at(process), events, world.keys[owner]))),
      );
      const counts = { accepted: 0, duplicate: 0, rejected: 0 };
      for (const { status } of results.flat()) counts[status] += 1;
      const unique = planned.flat().length;
      expect(counts).toEqual({ accepted: unique, duplicate: 2 * unique, rejected: 0 });
      for (const [owner, events] of planned.entries()) await send(here, events, alone.keys[owner]);
      // Contacts are written within a second.
      const silent = (accounts: AccountsDb) =>
        accounts.selectFrom('outlets').select('eui').where('last_seen_at', 'is', null).execute();
      for (const { accounts } of [several, single])
        await eventually(async () => expect(await silent(accounts)).toEqual([]));
      const paths = ['/list/summary?from=2020-01-01&to=2099-12-31', '/list/map', '/list/devices?limit=100'];
      paths.push('/list/summary', '/list', '/list/daily', '/list?limit=50&sort=-total_revenue');
      for (let owner = 0; owner < OWNERS; owner += 3) paths.push(`/list/devices/${euiOf(owner, 1)}/views?limit=50`);
      for (const email of [ADMIN, OWNER, SPONSOR]) {
        const [token, tokenHere] = await Promise.all([signIn(anywhere, email), signIn(here, email)]);
        for (const path of paths) {
          const expected = await here(path, { token: tokenHere });
          if (email === ADMIN) expect(expected.status, expected.body).toBe(200);
          for (const by of ask) {
            const answer = await by(path, { token });
            expect(answer.status, path).toBe(expected.status);
            if (expected.status === 200) expect(shown(answer), `${email} ${path}`).toEqual(shown(expected));
          }
        }
      }
    },
    SLOW_MS,
  );

  test('a click that reaches another process before its view is requested again and then accepted', async () => {
    const nowMs = Date.now();
    const timestamp = new Date(nowMs - 5_000).toISOString();
    const views = Array.from({ length: 40 }, (): OutletEvent => {
      return { id: randomUUID(), type: 'view', eui: euiOf(0, 0), flight: 'CPC', timestamp };
    });
    const clicks = views.map(
      ({ id }): OutletEvent => ({ id: randomUUID(), type: 'click', view_id: id, eui: euiOf(0, 0), timestamp }),
    );
    const first = await send(at(1), clicks.slice(0, 5), world.keys[0]);
    expect(first).toEqual(first.map((one) => ({ ...one, code: 'unknown_view', retry_after: expect.any(Number) })));
    const sending = Promise.all(views.map((view, index) => send(at(index), [view], world.keys[0])));
    let left = clicks;
    await eventually(async () => {
      const results = await send(at(2), left, world.keys[0]);
      left = left.filter((_, index) => results[index]?.status === 'rejected');
      expect(left).toEqual([]);
    });
    await sending;
  });

  test('events that one process acknowledged appear at once in all others and their streams', async () => {
    const token = await signIn(anywhere, ADMIN);
    const watch = new AbortController();
    const stream = await fetch(`${several.urls[2]}/list/live`, {
      headers: { authorization: `Bearer ${token}` },
      signal: watch.signal,
    });
    let heard = '';
    const reading = (async () => {
      for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += text;
    })().catch(() => undefined);
    const before = await totalViews(at(0), token);
    for (let round = 1; round <= 12; round += 1) {
      const view = { id: randomUUID(), type: 'view' as const, eui: euiOf(3, 0), timestamp: new Date().toISOString() };
      await send(at(round), [view], world.keys[3]);
      const seen = await Promise.all(ask.map((by) => totalViews(by, token)));
      expect(seen).toEqual(ask.map(() => before + round));
    }
    await eventually(() => expect(heard).toContain(world.customers[3]));
    // A logout at one process ends the stream at another process, and every process rejects later calls.
    expect((await at(0)('/auth/logout', { token, method: 'POST' })).status).toBe(200);
    for (const by of ask) expect((await by('/auth/me', { token })).status).toBe(401);
    await reading;
    watch.abort();
  });

  test('pagination across processes returns every customer once while events keep arriving', async () => {
    const token = await signIn(anywhere, ADMIN);
    const met: string[] = [];
    let turn = 0;
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; turn += 1) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await at(turn)(`/list?limit=2&embed=none&sort=-total_views${from}`, { token });
      const page = JSON.parse(body) as CustomerList;
      met.push(...page.data.map(({ customer }) => customer));
      cursor = page.next_cursor;
      const last = OWNERS - 1 - turn;
      const views = Array.from({ length: 30 * turn }, (): OutletEvent => {
        return { id: randomUUID(), type: 'view', eui: euiOf(last, 0), timestamp: new Date().toISOString() };
      });
      if (views.length > 0 && last >= 0) await send(at(turn + 1), views, world.keys[last]);
    }
    expect(met.sort()).toEqual(Array.from({ length: OWNERS }, (_, owner) => `Hotel ${owner}`));
  });

  test('attempts are counted together, a ticket prints once, and each mail is sent once', async () => {
    const guess = { body: { email: GUESSED, password: 'a wrong password' } };
    const until = async (by: Ask) => {
      for (let tries = 1; tries < 30; tries += 1) if ((await by('/login', guess)).status === 429) return tries;
      return 0;
    };
    expect(await until(anywhere)).toBe(await until(here));

    const token = await signIn(anywhere, ADMIN);
    const { body } = await anywhere('/list/print-ticket', { token, body: { cid: world.customers[1], role: 'admin' } });
    const { url } = JSON.parse(body) as { url: string };
    const prints = await Promise.all([...ask, ...ask].map((by) => by(url.replace(/^\/api/, ''))));
    expect(prints.filter(({ status }) => status === 200)).toHaveLength(1);

    const asked = [ADMIN, OWNER, SPONSOR];
    await Promise.all(asked.map((email, index) => at(index)('/auth/send-password-reset-email', { body: { email } })));
    const resets = () => mails.received.filter(({ subject }) => subject === 'Reset your Voltboard password');
    await mails.arrived(() => resets().length >= asked.length);
    await eventually(async () => {
      const mail = several.accounts.selectFrom('mails').select('status').where('status', '<>', 'sent');
      expect(await mail.execute()).toEqual([]);
    });
    expect(resets()).toHaveLength(asked.length);
  });

  test('a revoked key, a disabled account and a changed role apply everywhere at once', async () => {
    const token = await signIn(anywhere, ADMIN);
    const event = (): OutletEvent => {
      return { id: randomUUID(), type: 'view', eui: euiOf(5, 0), timestamp: new Date().toISOString() };
    };
    for (const by of ask) expect((await send(by, [event()], world.keys[5]))[0]?.status).toBe('accepted');
    const key = await several.accounts
      .selectFrom('access_keys')
      .select('id')
      .where('customer_id', '=', world.customers[5] ?? '')
      .executeTakeFirstOrThrow();
    expect((await at(0)(`/admin/keys/${key.id}/revoke`, { token, method: 'POST' })).status).toBe(200);
    for (const by of ask)
      expect((await by('/ingest/events', { token: world.keys[5] ?? '', body: [event()] })).status).toBe(401);

    const people = [OWNER, SPONSOR];
    const tokens = await Promise.all(people.map((email, index) => signIn(at(index + 1), email)));
    for (const [index, change] of [{ disabled: true }, { role: 'unassigned', customer_id: '' }].entries()) {
      const { body } = await at(index)(`/users?q=${people[index]}`, { token });
      const [user] = (JSON.parse(body) as { data: Record<string, unknown>[] }).data;
      const { id, first_name, last_name, phone_number, email, role, customer_id, disabled, version } = user ?? {};
      const fields = { first_name, last_name, phone_number, email, role, customer_id, disabled, version, ...change };
      const changed = await at(index)(`/users/${id}`, { token, method: 'PUT', body: fields });
      expect(changed.status, changed.body).toBe(200);
      for (const by of ask) expect((await by('/auth/me', { token: tokens[index] ?? '' })).status).toBe(401);
    }
  });

  test('a file imported at two processes at once is stored once and known to all, and each prints the statement', async () => {
    const token = await signIn(anywhere, ADMIN);
    const eui = 'b000000000000001';
    const file = `eui,customer,venue,from\n${eui},Hotel 2,Venue 2,2026-01-01T00:00:00Z\n`;
    const imports = [1, 2].map((index) =>
      fetch(`${several.urls[index]}/admin/outlets/import?file_name=outlets.csv&dry_run=false`, {
        method: 'POST',
        body: file,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      }),
    );
    for (const answer of await Promise.all(imports)) expect([200, 409, 503]).toContain(answer.status);
    expect(await several.accounts.selectFrom('outlets').select('id').where('eui', '=', eui).execute()).toHaveLength(1);
    const timestamp = new Date().toISOString();
    for (const by of ask) {
      const sent = await send(by, [{ id: randomUUID(), type: 'view', eui, timestamp }], world.keys[2]);
      expect(sent).toMatchObject([{ status: 'accepted' }]);
      const { body } = await by('/list/print-ticket', { token, body: { cid: world.customers[2], role: 'admin' } });
      const printed = await by((JSON.parse(body) as { url: string }).url.replace(/^\/api/, ''));
      expect([printed.status, printed.body.slice(0, 5)]).toEqual([200, '%PDF-']);
    }
  });

  test('a frozen process with locked outlets blocks no other permanently, and stores nothing when it wakes', async () => {
    const token = await signIn(anywhere, ADMIN);
    const before = await totalViews(at(2), token);
    const nowMs = Date.now();
    const view = (ago: number) => ({
      id: 'f0000000-0000-4000-8000-00000000f0f0',
      type: 'view' as const,
      eui: euiOf(4, 0),
      flight: 'CPM',
      timestamp: new Date(nowMs - ago).toISOString(),
    });
    const post = (index: number, ago: number) =>
      askAt(several.urls[index] ?? '')('/ingest/events', { body: [view(ago)], token: world.keys[4] ?? '' });
    let sent: Promise<Answer> | undefined;
    // The process waits in the middle of its batch for a row that this test has locked.
    await several.accounts.transaction().execute(async (tx) => {
      await waitForUs(tx);
      await sql`select flight_key from flight_spend for update`.execute(tx);
      sent = post(0, MINUTE_MS);
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%flight_spend%'`;
      await eventually(async () => expect((await waiting.execute(several.accounts)).rows).not.toEqual([]));
      several.freeze(0);
    });
    try {
      // While the process stays frozen, each call gets a response, and at least one call succeeds.
      const answers: number[] = [];
      while (answers.at(-1) !== 200) {
        answers.push((await post(1, 30_000)).status);
        expect([200, 503]).toContain(answers.at(-1));
      }
    } finally {
      several.thaw(0);
    }
    expect((await sent)?.status).toBe(503);
    expect((await send(at(0), [view(30_000)], world.keys[4]))[0]?.status).toBe('duplicate');
    expect((await send(at(0), [view(MINUTE_MS)], world.keys[4]))[0]).toMatchObject({
      status: 'duplicate',
      code: 'conflict',
    });
    expect(await totalViews(at(2), token)).toBe(before + 1);
  });

  test('a process that is killed and restarted matches the others', async () => {
    const token = await signIn(anywhere, ADMIN);
    await several.kill(1);
    const view = { id: randomUUID(), type: 'view' as const, eui: euiOf(7, 0), timestamp: new Date().toISOString() };
    await send(at(0), [view], world.keys[7]);
    await several.start(1);
    expect(await totalViews(at(1), token)).toBe(await totalViews(at(2), token));
    expect((await send(at(1), [view], world.keys[7]))[0]?.status).toBe('duplicate');
  });
});

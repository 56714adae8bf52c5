// Played by `npm run test:full` alone.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginAnswer } from '#contract/auth.ts';
import type { OutletEvent } from '#contract/ingest.ts';
import type { Summary } from '#contract/list.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { eventually } from '../testing/eventually.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
  makeVenue,
  TEST_PASSWORD,
} from '../testing/makers.ts';
import { turnPatternsOff } from '../testing/patterns-off.ts';
import { hasClickhouse, hasPostgres } from '../testing/servers/ask-servers.ts';
import {
  askEmptyStores,
  type EmptyStores,
  newSecret,
  openSeveralServers,
  type SeveralServers,
} from '../testing/several-servers.ts';
import { adminProgram, adminUntil, manifestOf } from './testing/run-copy.ts';
import { keepSending, SENT_FLIGHTS, sendEvents, sendingOutlets } from './testing/senders.ts';

/**
 * Time limit of the test, which makes two backups, where the second waits for the lease of the first, and sends
 * everything twice, while other tests run.
 */
const SLOW_MS = 15 * MINUTE_MS;
const [ADMIN, OWNER, SPONSOR] = ['admin@copied.example', 'owner@copied.example', 'sponsor@copied.example'];
const [VIEW_MICROS, CLICK_MICROS] = [12_345, 1_234_567];
const AGAIN = 1_000;

async function layNetwork(accounts: AccountsDb): Promise<string> {
  await turnPatternsOff(accounts);
  const sponsor = await makeCustomer(accounts, { name: 'Cola', kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id, name: 'Summer' });
  const { cpm, cpc } = SENT_FLIGHTS;
  await makeFlight(accounts, { campaignId: campaign.id, code: cpm, priceMicros: 1_000 * VIEW_MICROS });
  await makeFlight(accounts, { campaignId: campaign.id, code: cpc, model: 'cpc', priceMicros: CLICK_MICROS });
  const owner = await makeCustomer(accounts, { name: 'Hotel' });
  const venue = await makeVenue(accounts, { customerId: owner.id, timeZone: 'America/New_York' });
  for (const eui of sendingOutlets) await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id, eui });
  const password = TEST_PASSWORD;
  await makeUser(accounts, { role: 'admin', email: ADMIN, password });
  await makeUser(accounts, { role: 'property', customerId: owner.id, email: OWNER, password });
  await makeUser(accounts, { role: 'advertiser', customerId: sponsor.id, email: SPONSOR, password });
  return (await makeKey(accounts, { customerId: owner.id })).key;
}

/** A busy server rejects. Retry the request. */
const ask = (url: string, init: RequestInit = {}) =>
  eventually(async () => {
    const answer = await fetch(url, init);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<unknown>;
  });

async function signIn(url: string, email: string): Promise<RequestInit> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: TEST_PASSWORD });
  const { data } = (await ask(`${url}/login`, { method: 'POST', headers, body })) as LoginAnswer;
  return { headers: { authorization: `Bearer ${data}` } };
}

const ALL = 'from=2020-01-01&to=2099-12-31';
const PATHS = [`/list/summary?${ALL}`, `/list?${ALL}`, `/list/daily?${ALL}`, '/list/devices?limit=100'];

/** Returns the data that each role sees, without its time-dependent parts. */
async function shownAt(url: string): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const email of [ADMIN, OWNER, SPONSOR]) {
    const as = await signIn(url, email);
    for (const path of email === ADMIN ? PATHS : PATHS.slice(0, 3)) {
      const answer = JSON.stringify(await ask(url + path, as));
      const parsed = JSON.parse(answer, (name, value) =>
        /^(next_cursor|today_ends_in|last_seen|last_seen_at|status|outlets_by_status|outlets_offline)$/.test(name)
          ? undefined
          : value,
      );
      shown.push([email, path, parsed]);
    }
  }
  return shown;
}

const sumOf = (events: readonly OutletEvent[]) => ({
  views: events.filter(({ type }) => type === 'view').length,
  clicks: events.filter(({ type }) => type === 'click').length,
  micros: events.reduce((micros, { type, flight }) => {
    if (flight === SENT_FLIGHTS.cpm) return micros + (type === 'view' ? VIEW_MICROS : 0);
    return micros + (type === 'click' ? CLICK_MICROS : 0);
  }, 0),
});

async function sendAgain(url: string, key: string, events: readonly OutletEvent[]) {
  const statuses = new Map<string, string>();
  for (let at = 0; at < events.length; at += AGAIN)
    for (const { id, status, code } of await sendEvents({ url, key }, events.slice(at, at + AGAIN)))
      statuses.set(id, code ?? status);
  return statuses;
}

describe.skipIf(!hasPostgres() || !hasClickhouse()).each([
  ['one server', 'server'],
  ['three shards', 'cluster'],
] as const)('a backup during three processes on PostgreSQL and %s', (_name, kind) => {
  const root = mkdtempSync(join(tmpdir(), 'voltboard-backup-servers-'));
  const at = (name: string) => join(root, name);
  const secret = { SESSION_SECRET: newSecret() };
  let several: SeveralServers;
  let restored: SeveralServers | undefined;
  let target: EmptyStores;
  let key: string;

  beforeAll(async () => {
    several = await openSeveralServers(3, secret, await askEmptyStores(kind));
    key = await layNetwork(several.accounts);
    target = await askEmptyStores(kind);
  });
  afterAll(async () => {
    await several?.close();
    await (restored === undefined ? target?.remove() : restored.close());
    rmSync(root, { recursive: true, force: true });
  });

  test(
    'has everything acknowledged before it began, nothing twice and nothing never sent, whether a process is killed or not',
    async () => {
      const env = { ...several.env, DATA_DIR: at('commands') };
      const sending = keepSending(several.urls, key);
      await eventually(() => expect(sending.acknowledged.size).toBeGreaterThan(300));
      await adminUntil(/^2 of \d+ parts/, env, 'backup', at('killed'));
      expect(existsSync(at('killed/manifest.json'))).toBe(false);

      const before = [...sending.acknowledged];
      const made = await adminProgram(env, 'backup', at('backup'));
      const after = sending.acknowledged.size;
      expect(made, made.err).toMatchObject({ code: 0 });
      await sending.end();
      expect(after).toBeGreaterThan(before.length);
      expect(sending.acknowledged.size).toBe(sending.sent.length);

      const into = { ...env, ...target.env, DATA_DIR: at('restored') };
      expect((await adminProgram(into, 'restore', at('killed'))).err).toContain('is not a complete backup');
      for (const line of [/^1 of \d+ parts/, /Filling the accounts store/]) {
        await adminUntil(line, into, 'restore', at('backup'));
        const used = await adminProgram(into, 'list-keys');
        expect(used.err).toContain('run the same restore or move command again');
      }
      const whole = await adminProgram(into, 'restore', at('backup'));
      expect(whole, whole.err).toMatchObject({ code: 0 });
      expect(whole.out).toMatch(/Continuing an interrupted copy: \d+ of \d+ parts are already there/);

      restored = await openSeveralServers(1, secret, target);
      const [url = ''] = restored.urls;
      const first = (await ask(`${url}/list/summary?${ALL}`, await signIn(url, ADMIN))) as Summary;
      const statuses = await sendAgain(url, key, sending.sent);
      const missing = before.filter((id) => statuses.get(id) !== 'duplicate');
      expect(missing).toEqual([]);
      // IDs identify stored events. Duplicates or foreign events would raise the totals.
      const there = sumOf(sending.sent.filter(({ id }) => statuses.get(id) === 'duplicate'));
      expect(first).toMatchObject({ total_views: there.views, total_clicks: there.clicks });
      const { totals } = await manifestOf(at('backup'));
      expect(totals).toMatchObject({ events: there.views + there.clicks, amountMicros: there.micros });

      expect(await shownAt(url)).toEqual(await shownAt(several.proxy));
      for (const checked of [env, into]) {
        const figures = await adminProgram(checked, 'check-figures');
        expect(figures.out, figures.err).toContain('all sums match the events');
      }
    },
    SLOW_MS,
  );
});

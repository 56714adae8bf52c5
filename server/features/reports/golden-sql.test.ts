import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { REPORT_METRICS, type ReportMetric, sumsOf } from '#domain/report-metrics.ts';
import { mayReport } from '#domain/report-rights.ts';
import { recordReads } from '#event-store/record-reads.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent } from '../dashboard/testing/make-world.ts';
import { GOLDEN_QUESTIONS, type GoldenQuestion, LATE_QUESTIONS } from './testing/golden-questions.ts';
import { traceReport } from './trace-report.ts';

/*
 * The statements of about forty reports, as committed files. A changed file means that the events store gets a
 * different query. `npx vitest run golden-sql --update` writes the files, and reviewers read the difference.
 */

const FOLDER = fileURLToPath(new URL('testing/golden-sql/', import.meta.url));
const fileOf = (name: string) => `${FOLDER}${name}.sql`;
const withoutAddress = (statements: string) => statements.replace(/^-- GET .*/, '');

let server: TestApp;
/** Ids of the world's rows, by the placeholder that replaces them. The ids differ in each run. */
let ids: ReadonlyMap<string, string>;
let arriveLate: () => Promise<void>;

beforeAll(async () => {
  // The statements of a server are the same, except for the name of its database.
  server = await createTestApp({ stores: 'embedded', env: { NETWORK_TIME_ZONE: 'America/New_York' } });
  const { accounts, events, ledger, clock } = server;
  const { alpha, beta, volt, cola, shoes, outlets } = await makeWorld(server);
  const campaign = await accounts.selectFrom('campaigns').select('id').where('key', '=', cola.key).executeTakeFirst();
  ids = new Map([
    ['alpha', alpha.id],
    ['volt', volt.id],
    ['cola', campaign?.id ?? ''],
  ]);
  const sealJob = createSealJob(events, ledger, () => clock.ms);
  const at = (date: string) => Date.parse(`${date}T15:00:00Z`);
  const days = (from: string, count: number) => Array.from({ length: count }, (_, day) => at(from) + day * DAY_MS);
  const everyDay = (from: string, count: number) =>
    days(from, count).flatMap((ms) => [
      storedEvent(alpha, outlets.a1, cola, ms),
      storedEvent(alpha, outlets.a2, shoes, ms),
      storedEvent(beta, outlets.b1, cola, ms, { kind: 'click' }),
      storedEvent(beta, outlets.b2, null, ms, { invalid: 'outlet_pace', amountMicros: 0, ownerMicros: 0 }),
    ]);
  await events.insert(everyDay('2026-07-01', 20));
  // The last days are not sealed yet.
  await events.insert(everyDay('2026-09-14', 68));
  await sealJob.runNow();
  await sealJob.archiveNow('2026-08-01');
  await sealJob.close();
  arriveLate = () => events.insert([storedEvent(alpha, outlets.a1, cola, at('2026-11-03'))]);
});
afterAll(() => server.close());

/** Replaces the names in `<>` with ids, and ids with names. */
const withIds = (text: string) => text.replace(/<(\w+)>/g, (_, name: string) => ids.get(name) ?? '');
const withNames = (text: string) => [...ids].reduce((named, [name, id]) => named.replaceAll(id, `<${name}>`), text);

async function statementsOf({ query, as }: GoldenQuestion): Promise<string> {
  const { accounts, config, dependencies, events } = server;
  const { reader, reads } = recordReads(events);
  const kind = as === 'alpha' ? 'owner' : 'advertiser';
  const stores = { accounts, config, network: dependencies.network, now: () => TEST_NOW };
  const { text, refusal } = await traceReport(
    { ...stores, recorder: { reader, reads } },
    { query: withIds(query), as: as === undefined ? { kind: 'all' } : { kind, customerId: ids.get(as) ?? '' } },
  );
  expect(refusal, query).toBeNull();
  const shown = withNames(text ?? '');
  for (const { sql } of reads) expect(squeezed(shown)).toContain(squeezed(sql));
  return shown;
}
const squeezed = (text: string) => text.replace(/\s+/g, '');

test.each(Object.entries(GOLDEN_QUESTIONS))('%s sends the committed statements', async (name, question) => {
  await expect(await statementsOf(question)).toMatchFileSnapshot(fileOf(name));
});

test('a metric that needs no other sums changes no statement', async () => {
  for (const [name, question] of Object.entries(GOLDEN_QUESTIONS)) {
    const [, asked] = /\bmetrics=([a-z_,]+)/.exec(question.query) ?? [];
    const metrics = (asked?.split(',') ?? []) as ReportMetric[];
    const side = question.as === undefined ? 'admin' : question.as === 'alpha' ? 'property' : 'advertiser';
    const sums = sumsOf(metrics);
    const more = REPORT_METRICS.filter(
      (metric) =>
        !metrics.includes(metric) && mayReport(side, metric) && sumsOf([metric]).every((sum) => sums.includes(sum)),
    );
    if (more.length === 0) continue;
    const query = question.query.replace(`metrics=${asked}`, `metrics=${[...metrics, ...more].join(',')}`);
    const [statements, before] = [await statementsOf({ ...question, query }), await statementsOf(question)];
    expect(withoutAddress(statements), `${name} and ${more.join()}`).toBe(withoutAddress(before));
  }
});

test('each statement of a customer has its scope twice: in its own condition and in the filter of the store', async () => {
  for (const [name, question] of Object.entries(GOLDEN_QUESTIONS)) {
    const { as, query } = question;
    const of = as ?? (query.includes('cid=<volt>') ? 'volt' : null);
    if (of === null) continue;
    const statements = (await statementsOf(question)).split('\n-- Statement ').slice(1);
    expect(statements.length, name).toBeGreaterThan(0);
    const column = of === 'alpha' ? 'customer_id' : 'advertiser_id';
    for (const statement of statements) {
      expect(statement, name).toContain(`${column} = {scopeKey:UInt32}`);
      expect(statement, name).toMatch(new RegExp(`^-- Scope filter: .*${column} = \\d`, 'm'));
    }
  }
});

test.each(Object.entries(LATE_QUESTIONS))('%s sends the committed statements', async (name, question) => {
  await arriveLate();
  await expect(await statementsOf(question)).toMatchFileSnapshot(fileOf(name));
});

test('each file is of a question', () => {
  const names = Object.keys({ ...GOLDEN_QUESTIONS, ...LATE_QUESTIONS });
  expect(readdirSync(FOLDER).filter((file) => !names.includes(basename(file, '.sql')))).toEqual([]);
});

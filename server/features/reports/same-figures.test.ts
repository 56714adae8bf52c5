import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerList, Summary } from '#contract/list.ts';
import type { Report } from '#contract/reports.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { readPdf } from '../statements/testing/read-pdf.ts';
import { createReportMails } from './mail-reports.ts';
import { shownFigure } from './shown-figure.ts';
import { readXlsx } from './testing/read-xlsx.ts';

type Actor = 'admin' | 'alpha' | 'volt';
type Headers = { authorization: string };

let server: TestApp;
let world: World;
let headers: Record<Actor, Headers>;
const emails: Record<Actor, string> = {
  admin: 'admin@network.example',
  alpha: 'maria@alpha.example',
  volt: 'vera@volt.example',
};

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server);
  const { accounts } = server;
  const account = async (role: 'admin' | 'property' | 'advertiser', email: string, customerId?: string) =>
    server.as(await makeUser(accounts, { role, email, ...(customerId === undefined ? {} : { customerId }) }));
  headers = {
    admin: await account('admin', emails.admin),
    alpha: await account('property', emails.alpha, world.alpha.id),
    volt: await account('advertiser', emails.volt, world.volt.id),
  };
  const { a1, a2, b1, b2 } = world.outlets;
  const days = (count: number) => TEST_NOW - count * DAY_MS;
  // Amounts whose sums have six decimals and no exact binary fraction.
  await server.events.insert([
    storedEvent(world.alpha, a1, world.cola, TEST_NOW - HOUR_MS, { amountMicros: 33_333, ownerMicros: 11_667 }),
    storedEvent(world.alpha, a1, world.cola, days(1), { amountMicros: 100_001, ownerMicros: 35_000 }),
    storedEvent(world.alpha, a1, world.cola, days(1), { kind: 'click', amountMicros: 250_000, ownerMicros: 87_500 }),
    storedEvent(world.alpha, a2, world.shoes, days(3), { amountMicros: 1_234_567_891, ownerMicros: 432_098_762 }),
    storedEvent(world.alpha, a2, world.shoes, days(40), { energyMilliWh: 1 }),
    storedEvent(world.beta, b1, world.cola, days(2), { energyMilliWh: 33_333_333 }),
    storedEvent(world.beta, b2, world.cola, days(9), { kind: 'burn', energyMilliWh: 0, amountMicros: 700_000 }),
    storedEvent(world.beta, b2, world.cola, days(9), { amountMicros: 10, ownerMicros: 3, invalid: 'repeated' }),
  ]);
});
afterAll(() => server.close());

async function ask(actor: Actor, url: string) {
  const answer = await server.app.inject({ url: `/api${url}`, headers: headers[actor] });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
}
async function post<Answer>(actor: Actor | null, url: string, payload: object): Promise<Answer> {
  const as = actor === null ? {} : { headers: headers[actor] };
  const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, payload, ...as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}

const KINDS = { views: 'count', clicks: 'count', burns: 'count', revenue: 'money', energy_kwh: 'kwh' } as const;
type Metric = keyof typeof KINDS;
/** Metrics that both the cards and the reports of a side show, with a dimension of the side. */
const ASKED: Readonly<Record<Actor, { readonly by: string; readonly metrics: readonly Metric[] }>> = {
  admin: { by: 'customer', metrics: ['views', 'clicks', 'burns', 'revenue', 'energy_kwh'] },
  alpha: { by: 'venue', metrics: ['views', 'revenue', 'energy_kwh'] },
  volt: { by: 'campaign', metrics: ['views', 'clicks', 'burns', 'revenue'] },
};
const cardFigures = (of: Summary | CustomerList['data'][number], metrics: readonly Metric[]) => {
  const figures = {
    views: of.total_views,
    clicks: of.total_clicks,
    burns: of.total_burns,
    revenue: of.total_revenue,
    energy_kwh: Math.round((of.total_energy_wh ?? 0) * 1000) / 1_000_000,
  };
  return metrics.map((metric) => figures[metric]);
};
type Row = readonly [name: string, ...figures: (number | null)[]];

/** Mails a saved report, and returns the attachment. */
async function mailed(actor: Actor, id: string, format: 'csv' | 'xlsx' | 'pdf'): Promise<Buffer> {
  const times = { every: 'day', hour: 13, time_zone: 'UTC' };
  await post(actor, `/saved-reports/${id}/schedules`, { ...times, format, recipients: [emails[actor]] });
  server.clock.ms = TEST_NOW + HOUR_MS;
  await createReportMails(server.dependencies).runNow();
  server.clock.ms = TEST_NOW;
  const kept = await server.accounts.selectFrom('mail_attachments').selectAll().execute();
  const file = kept.find(({ name }) => name.endsWith(format));
  await server.accounts.deleteFrom('mail_attachments').execute();
  await server.accounts.deleteFrom('report_recipients').execute();
  await server.accounts.deleteFrom('report_schedules').execute();
  return Buffer.from(file?.content ?? '', 'base64');
}

const csvRows = (bytes: string | Buffer, by: string, metrics: readonly Metric[]): Row[] =>
  parse<Record<string, string>>(bytes, { columns: true, bom: true }).map((row) => [
    row[by] ?? '',
    ...metrics.map((metric) => (row[metric] === '' ? null : Number(row[metric]))),
  ]);

test.each(['admin', 'alpha', 'volt'] as const)(
  '%s gets one figure on the card, in the report, in CSV, XLSX and PDF, in a mail and behind a link',
  async (actor) => {
    const { by, metrics } = ASKED[actor];
    const query = `range=30d&dimensions=${by}&metrics=${metrics.join()}`;
    const { data, total } = (await ask(actor, `/reports?${query}`)).json<Report>();
    const told = metrics.map((metric) => total[metric] ?? null);
    const rows = data.map(
      ({ of, values }): Row => [of[0]?.label ?? '', ...metrics.map((metric) => values[metric] ?? null)],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(told.some((figure) => (figure ?? 0) > 0)).toBe(true);

    expect(cardFigures((await ask(actor, '/list/summary?range=30d')).json<Summary>(), metrics)).toEqual(told);
    const cards = (await ask(actor, '/list?range=30d&limit=10&embed=none')).json<CustomerList>().data;
    const ofCard = (name: string) => cards.find(({ customer }) => customer === name);
    if (by === 'customer')
      for (const [name, ...figures] of rows)
        expect([name, ...cardFigures(ofCard(name) as CustomerList['data'][number], metrics)]).toEqual([
          name,
          ...figures,
        ]);

    const file = async (format: string) => (await ask(actor, `/reports?${query}&format=${format}`)).rawPayload;
    const question = { range: '30d', dimensions: by, metrics: metrics.join() } as const;
    const { id } = await post<{ id: string }>(actor, '/saved-reports', { name: 'Same', question, shared: false });
    for (const bytes of [await file('csv'), await mailed(actor, id, 'csv')])
      expect(csvRows(bytes, by, metrics)).toEqual(rows);
    for (const bytes of [await file('xlsx'), await mailed(actor, id, 'xlsx')])
      expect(readXlsx(bytes).slice(1)).toEqual([...rows, ['Total', ...told]]);
    for (const bytes of [await file('pdf'), await mailed(actor, id, 'pdf')]) {
      const text = await readPdf(bytes);
      for (const [name, ...figures] of [...rows, ['Total', ...told] as const])
        expect(text).toContain(
          [name, ...figures.map((figure, index) => shownFigure(KINDS[metrics[index] ?? 'views'], figure, 'USD'))].join(
            ' ',
          ),
        );
    }
    const { token } = await post<{ token: string }>(actor, `/saved-reports/${id}/links`, {});
    const { report } = await post<{ report: Report }>(null, '/shared-report', { token });
    expect([report.total, report.data]).toEqual([total, data]);
  },
);

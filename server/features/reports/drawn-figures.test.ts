// Played by `npm run test:full` alone.
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Explanation } from '#contract/explain.ts';
import type { Summary } from '#contract/list.ts';
import type { Report } from '#contract/reports.ts';
import { currencyMark } from '#domain/currency.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeApiToken, READ_SCOPES } from '../../testing/make-api-token.ts';
import { makeUser } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { readPdf } from '../statements/testing/read-pdf.ts';
import { shownFigure } from './shown-figure.ts';
import { readXlsx } from './testing/read-xlsx.ts';

/* A figure is the same everywhere, for any customer, range, time zone and currency. */

const CUSTOMERS = ['alpha', 'beta', 'volt', 'zap'] as const;
type Customer = (typeof CUSTOMERS)[number];
type Headers = { authorization: string };
/** A session, and an API token of the same account. */
type Reader = { readonly session: Headers; readonly token: Headers };

const ZONES = ['', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC'];
const PRESETS = ['7d', '30d', 'this-month', 'last-month', 'yesterday'];
const EVENTS = 500;

const kwhOf = (milliWh: number): number => milliWh / 1_000_000;
const micros = (amount: number): number => Math.round(amount * 1_000_000);

describe.each(['USD', 'EUR'])('in %s', (currency) => {
  const random = createRandom(currency === 'EUR' ? 41 : 42);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item;
  let server: TestApp;
  let world: World;
  let admin: Reader;
  const own = new Map<Customer, Reader>();

  beforeAll(async () => {
    server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'America/New_York', CURRENCY: currency } });
    world = await makeWorld(server);
    const reader = async (role: 'admin' | 'property' | 'advertiser', customerId?: string): Promise<Reader> => {
      const user = await makeUser(server.accounts, { role, ...(customerId === undefined ? {} : { customerId }) });
      const { headers } = await makeApiToken(server.accounts, { userId: user.id, scopes: READ_SCOPES, at: TEST_NOW });
      return { session: await server.as(user), token: headers };
    };
    admin = await reader('admin');
    for (const name of CUSTOMERS)
      own.set(name, await reader(name === 'alpha' || name === 'beta' ? 'property' : 'advertiser', world[name].id));
    await server.events.insert(
      Array.from({ length: EVENTS }, () => {
        const amountMicros = oneOf([2_001, 33_333, upTo(1_234_567_891)]);
        const [owner, outlet] = oneOf([
          ['alpha', 'a1'],
          ['alpha', 'a2'],
          ['beta', 'b1'],
          ['beta', 'b2'],
        ] as const);
        const at = TEST_NOW - HOUR_MS - upTo(70 * DAY_MS);
        const isInvalid = random() < 0.15;
        return storedEvent(world[owner], world.outlets[outlet], oneOf([world.cola, world.shoes]), at, {
          kind: oneOf(['view', 'view', 'click', 'burn'] as const),
          energyMilliWh: upTo(90_000),
          ...(isInvalid
            ? { invalid: 'repeated', amountMicros: 0, ownerMicros: 0 }
            : { amountMicros, ownerMicros: upTo(amountMicros) }),
        });
      }),
    );
  });
  afterAll(() => server.close());

  test('random queries return one figure on the card, in the report, in CSV, XLSX, PDF, by API and in the explanation', async () => {
    let told = 0;
    for (let round = 0; round < byLength(5, 60); round += 1) {
      const customer = oneOf(CUSTOMERS);
      const isAdmin = random() < 0.5;
      const { session, token } = (isAdmin ? admin : own.get(customer)) as Reader;
      const zone = oneOf(ZONES);
      const first = upTo(60);
      const day = (back: number): string => new Date(TEST_NOW - back * DAY_MS).toISOString().slice(0, 10);
      const range = oneOf([`range=${oneOf(PRESETS)}`, `from=${day(first)}&to=${day(upTo(first))}`]);
      const query = [range, zone === '' ? '' : `tz=${zone}`, isAdmin ? `cid=${world[customer].id}` : '']
        .filter(Boolean)
        .join('&');
      const about = `${currency} ${isAdmin ? 'admin of ' : ''}${customer} ${query}`;
      const ask = async (url: string, headers = session) => {
        const answer = await server.app.inject({ url: `/api${url}`, headers });
        expect(answer.statusCode, `${about}: ${answer.body.slice(0, 300)}`).toBe(200);
        return answer;
      };
      const isOwner = customer === 'alpha' || customer === 'beta';
      const metrics = ['views', 'clicks', 'burns', 'revenue', ...(isOwner ? ['energy_kwh'] : [])];
      const asked = `${query}&metrics=${metrics.join()}`;
      const { total } = (await ask(`/reports?${asked}`)).json<Report>();
      const figures = metrics.map((metric) => total[metric as keyof typeof total] ?? null);
      told += figures[0] ?? 0;

      const card = (await ask(`/list/summary?${query}`)).json<Summary>();
      const onCard = [card.total_views, card.total_clicks, card.total_burns, card.total_revenue];
      // An owner's card does not show clicks and burns.
      for (const [at, figure] of onCard.entries())
        if (figure !== undefined) expect(figure, `${about} ${metrics[at]}`).toBe(figures[at]);
      if (isOwner) expect(kwhOf(Math.round((card.total_energy_wh ?? 0) * 1_000)), about).toBe(figures[4]);

      expect((await ask(`/reports?${asked}`, token)).json<Report>().total, about).toEqual(total);
      const explained = (await ask(`/explain?figure=revenue&${query}`, token)).json<Explanation>();
      expect(Number(explained.total), about).toBe(micros(total.revenue ?? 0));

      const byDay = `${asked}&dimensions=day`;
      const file = async (format: string) => (await ask(`/reports?${byDay}&format=${format}`)).rawPayload;
      const rows = parse<Record<string, string>>(await file('csv'), { columns: true, bom: true });
      for (const [at, metric] of metrics.entries()) {
        const sum = rows.reduce((all, row) => all + micros(Number(row[metric])), 0);
        expect(sum, `${about} CSV ${metric}`).toBe(micros(figures[at] ?? 0));
      }
      expect(readXlsx(await file('xlsx')).at(-1), `${about} XLSX`).toEqual(['Total', ...figures]);
      const kinds = ['count', 'count', 'count', 'money', 'kwh'] as const;
      const printed = figures.map((figure, at) => shownFigure(kinds[at] ?? 'count', figure, currency));
      const text = await readPdf(await file('pdf'));
      expect(text, `${about} PDF`).toContain(['Total', ...printed].join(' '));
      expect(text.includes('$'), `${about} PDF`).toBe(currencyMark(currency) === '$');
    }
    expect(told).toBeGreaterThan(0);
  });
});

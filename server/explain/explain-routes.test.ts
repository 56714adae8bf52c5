// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentLine, DocumentRow } from '#contract/documents.ts';
import type { ExplainedPart, Explanation } from '#contract/explain.ts';
import type { Report } from '#contract/reports.ts';
import type { EventCounts, InvalidTraffic } from '#contract/traffic.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { energyCostMicros } from '#domain/energy-cost.ts';
import { lineName } from '#domain/line-name.ts';
import { amountMicros, ownerMicros } from '#domain/money.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { makeWorld, storedEvent, type World } from '../features/dashboard/testing/make-world.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { byLength } from '../testing/test-length.ts';

type Actor = 'admin' | 'alpha' | 'volt';
let server: TestApp;
let world: World;
let headers: Record<Actor, { authorization: string }>;
const random = createRandom(15);
const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', OWNER_SHARE: '0.3' } });
  world = await makeWorld(server);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  const events = Array.from({ length: 400 }, () => {
    const outlet = pick(['a1', 'a2', 'b1'] as const);
    const amount = pick([2_000, 2_500, 40_001]);
    const owner = Math.round(amount * pick([0.3, 0.35]));
    const invalid = pick(['none', 'none', 'none', 'visitor_pace', 'repeated'] as const);
    const paid = { amountMicros: amount, ownerMicros: owner };
    const withheld = {
      invalid,
      amountMicros: 0,
      ownerMicros: 0,
      withheldMicros: amount,
      withheldOwnerMicros: owner,
    };
    return storedEvent(
      outlet === 'b1' ? world.beta : world.alpha,
      world.outlets[outlet],
      pick([world.cola, world.shoes]),
      TEST_NOW - Math.floor(random() * 20 * DAY_MS) - HOUR_MS,
      {
        kind: pick(['view', 'view', 'click', 'burn'] as const),
        energyMilliWh: Math.floor(random() * 9_000),
        // Zeros mean an unknown visitor.
        fingerprint: String(Math.floor(random() * 40)).padStart(32, '0'),
        ...(invalid === 'none' ? paid : withheld),
      },
    );
  });
  await server.events.insert(events);
});
afterAll(() => server.close());

const get = (actor: Actor, path: string) => server.app.inject({ url: `/api/${path}`, headers: headers[actor] });

async function explain(actor: Actor, query: string): Promise<Explanation> {
  const response = await get(actor, `explain?${query}`);
  expect(response.statusCode, `${query}: ${response.body}`).toBe(200);
  return response.json<Explanation>();
}

/**
 * Fields and words that no response to the actor may contain: other parties' figures, other customers, and visitors.
 */
const FORBIDDEN: Readonly<Record<Actor, { readonly fields: readonly string[]; readonly words: readonly string[] }>> = {
  admin: { fields: ['fingerprint', 'ip'], words: [] },
  alpha: {
    fields: ['owner', 'network', 'paid', 'prices', 'shares', 'flight', 'fingerprint', 'ip'],
    words: ['Beta Caf', 'COLA-1', 'SHOES-1'],
  },
  volt: {
    fields: ['owner', 'network', 'paid', 'shares', 'fingerprint', 'ip', 'is_estimated', 'dollars_per_kwh'],
    words: ['Zap Shoes', 'SHOES-1'],
  },
};

function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(fieldsIn);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}

function expectNothingForbidden(actor: Actor, answer: unknown, about: string): void {
  const fields = new Set(fieldsIn(answer));
  const text = JSON.stringify(answer);
  expect(
    FORBIDDEN[actor].fields.filter((field) => fields.has(field)),
    about,
  ).toEqual([]);
  expect(
    FORBIDDEN[actor].words.filter((word) => text.includes(word)),
    about,
  ).toEqual([]);
}

const sum = (texts: readonly (string | undefined)[]) => texts.reduce((all, text) => all + BigInt(text ?? 0), 0n);

test.each(byLength([1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))(
  '%i: the parts of a figure add up to the report by any dimension, and reveal nothing forbidden',
  async () => {
    const actors: readonly Actor[] = ['admin', 'alpha', 'volt'];
    const metrics = {
      revenue: 'revenue',
      views: 'views',
      clicks: 'clicks',
      burns: 'burns',
      energy: 'energy_kwh',
      gross_views: 'gross_views',
      invalid_views: 'invalid_views',
      left_after_energy: 'left_after_energy',
      visitors: 'visitors',
    } as const;
    for (let round = 0; round < byLength(20, 100); round++) {
      const actor = pick(actors);
      const all = Object.keys(metrics) as (keyof typeof metrics)[];
      const figure = pick(actor === 'volt' ? all.filter((one) => !metrics[one].includes('energy')) : all);
      const range = pick(['range=7d', 'range=30d', '', 'from=2026-11-10&to=2026-11-14']);
      const outlet = pick(['', `&filters=${encodeURIComponent(JSON.stringify({ outlet: [world.outlets.a1.eui] }))}`]);
      const query = `${range}${outlet}`;
      const report = (await get(actor, `reports?metrics=${metrics[figure]}&${query}`)).json<Report>();
      const by = pick((await explain(actor, `figure=${figure}&${query}`)).choices);
      const explained = await explain(actor, `figure=${figure}&by=${by}&${query}`);
      const { events, left_out: rest, parts, total } = explained;
      const about = `${actor} ${figure} ${by} ${query}`;
      expectNothingForbidden(actor, explained, about);
      expect(sum([...parts, ...events, ...(rest ? [rest] : [])].map(({ amount }) => amount)), about).toBe(
        BigInt(total),
      );
      const shown = explained.unit === 'events' || explained.unit === 'visitors' ? 1 : 1_000_000;
      expect(Number(total) / shown, about).toBe(report.total[metrics[figure]]);
      for (const part of parts)
        if (part.each !== null) expect(BigInt(part.each) * BigInt(part.events), about).toBe(BigInt(part.amount));
    }
  },
);

test('gross, invalid and withheld figures add up to the traffic screen, also by reason', async () => {
  const eventsOf = ({ views, clicks, burns }: EventCounts) => views + clicks + burns;
  for (const actor of ['admin', 'alpha', 'volt'] as const)
    for (const query of byLength(['range=7d'], ['range=7d', 'range=30d', '', 'from=2026-11-10&to=2026-11-14'])) {
      const { total } = (await get(actor, `invalid-traffic?${query}`)).json<InvalidTraffic>();
      const told = {
        gross: eventsOf(total.gross),
        net: eventsOf(total.net),
        invalid: eventsOf(total.gross) - eventsOf(total.net),
        withheld: Math.round(total.invalid.reduce((all, { withheld }) => all + withheld, 0) * 1e6),
      };
      for (const figure of ['gross', 'net', 'invalid', 'withheld'] as const) {
        const { choices } = await explain(actor, `figure=${figure}&${query}`);
        expect(choices.includes('reason')).toBe(figure !== 'net');
        for (const by of choices) {
          const explained = await explain(actor, `figure=${figure}&by=${by}&${query}`);
          const about = `${actor} ${figure} ${by} ${query}`;
          const { events, left_out: rest, parts } = explained;
          expect(Number(explained.total), about).toBe(told[figure]);
          const all = [...parts, ...events, ...(rest ? [rest] : [])];
          expect(Number(sum(all.map(({ amount }) => amount))), about).toBe(told[figure]);
          expectNothingForbidden(actor, explained, about);
          if (by === 'event' && (figure === 'invalid' || figure === 'withheld'))
            expect(events.every(({ reason }) => reason !== undefined)).toBe(true);
        }
      }
      // The figures of each reason equal those of the traffic screen.
      for (const { reason, withheld, ...counts } of total.invalid) {
        const filters = `filters=${encodeURIComponent(JSON.stringify({ reason: [reason] }))}`;
        const of = async (figure: string) =>
          Number((await explain(actor, `figure=${figure}&${filters}&${query}`)).total);
        expect([await of('invalid'), await of('withheld')]).toEqual([eventsOf(counts), Math.round(withheld * 1e6)]);
      }
    }
});

test('the figure after energy opens to revenue and energy, and each of them to its parts', async () => {
  for (const actor of ['admin', 'alpha'] as const) {
    const left = await explain(actor, 'figure=left_after_energy&range=30d');
    expect(left).toMatchObject({ by: 'term', choices: ['term'], left_out: null });
    const [revenue, energy] = left.parts;
    expect(left.parts.map(({ id }) => id)).toEqual(['revenue', 'energy']);
    expect((await explain(actor, 'figure=revenue&range=30d')).total).toBe(revenue?.amount);
    const { dollars_per_kwh: price = 0, total } = await explain(actor, 'figure=energy&range=30d');
    expect(energy?.amount).toBe(String(-energyCostMicros(BigInt(total), price)));
  }
  expect((await get('volt', 'explain?figure=left_after_energy')).statusCode).toBe(403);
  expect((await get('alpha', 'explain?figure=left_after_energy&by=day')).statusCode).toBe(400);
});

test('counts each visitor once, by number of views or by first day', async () => {
  for (const actor of ['admin', 'alpha', 'volt'] as const) {
    const often = await explain(actor, 'figure=visitors&range=30d');
    expect(often).toMatchObject({ by: 'frequency', choices: ['frequency', 'first_day'], unit: 'visitors' });
    for (const { amount, events, id } of often.parts) expect(Number(id) * Number(amount)).toBe(events);
    const first = await explain(actor, 'figure=visitors&range=30d&by=first_day');
    expect([sum(first.parts.map(({ amount }) => amount)), first.total]).toEqual([BigInt(often.total), often.total]);
    expect(first.parts.map(({ id }) => id)).toEqual(first.parts.map(({ id }) => id).sort());
    expect(Number(often.total)).toBeGreaterThan(5);
    const byViews = (parts: readonly ExplainedPart[]) => parts.reduce((all, { events }) => all + events, 0);
    expect(byViews(first.parts)).toBe(byViews(often.parts));
  }
  expect((await get('admin', 'explain?figure=visitors&by=outlet')).statusCode).toBe(400);
});

test('every document and each of its lines opens to its amount, and reveals nothing forbidden', async () => {
  const subjects = [
    ['alpha', '', world.alpha.id],
    ['volt', '', world.volt.id],
    ['admin', `?cid=${world.beta.id}`, world.beta.id],
    ['admin', `?cid=${world.volt.id}`, world.volt.id],
  ] as const;
  for (const [actor, query, customerId] of subjects) {
    const { data } = (await get(actor, `documents${query}`)).json<{ data: DocumentRow[] }>();
    expect(data.length).toBeGreaterThan(0);
    for (const { id, customer } of data) {
      expect(customer.id).toBe(customerId);
      const { lines } = (await get(actor, `documents/${id}`)).json<{ lines: DocumentLine[] }>();
      const whole = await explain(actor, `document=${id}`);
      expect(whole.parts.map(({ amount }) => amount)).toEqual(lines.map(({ micros }) => micros));
      expect(whole.total).toBe(String(sum(lines.map(({ micros }) => micros))));
      expectNothingForbidden(actor, whole, id);
      for (const [at, line] of lines.entries()) {
        const asked = `document=${id}&line=${encodeURIComponent(lineName(line))}`;
        expect(whole.parts[at]?.id).toBe(lineName(line));
        for (const by of (await explain(actor, asked)).choices) {
          const told = await explain(actor, `${asked}&by=${by}`);
          const { events, left_out: rest, parts, total } = told;
          expect(total, `${asked} ${by}`).toBe(line.micros);
          expect(sum([...parts, ...events, ...(rest ? [rest] : [])].map(({ amount }) => amount)), asked).toBe(
            BigInt(total),
          );
          expectNothingForbidden(actor, told, asked);
        }
        const invalid = line.not_counted.reduce((all, { views }) => all + views, 0);
        const counts = { gross_views: line.views + invalid, invalid_views: invalid, clicks: line.clicks };
        for (const [figure, said] of Object.entries(counts))
          expect((await explain(actor, `${asked}&figure=${figure}`)).total, `${asked} ${figure}`).toBe(String(said));
      }
    }
  }
});

test("owner + network = advertiser on every line and for every range, and each side equals that side's own view", async () => {
  const dayBack = (days: number) => new Date(TEST_NOW - days * DAY_MS).toISOString().slice(0, 10);
  for (let round = 0; round < byLength(4, 60); round++) {
    const first = Math.floor(random() * 22);
    const days = `tz=UTC&from=${dayBack(first)}&to=${dayBack(Math.floor(random() * (first + 1)))}`;
    const by = pick(['flight', 'advertiser', 'customer', 'outlet', 'day', 'event']);
    const whole = await explain('admin', `by=${by}&${days}`);
    const linesOf = ({ events, left_out: rest, parts }: Explanation) => [...parts, ...events, ...(rest ? [rest] : [])];
    for (const { amount, network, owner } of [...linesOf(whole), { ...whole, amount: whole.total }])
      expect(BigInt(owner ?? 0) + BigInt(network ?? 0), `${by} ${days}`).toBe(BigInt(amount));
    for (const side of ['owner', 'network'] as const) {
      const alone = await explain('admin', `figure=${side}_share&by=${by}&${days}`);
      expect([alone.total, alone.paid]).toEqual([whole[side], whole.total]);
      expect(sum(linesOf(alone).map(({ amount }) => amount))).toBe(BigInt(alone.total));
      expect(sum(linesOf(alone).map(({ paid }) => paid))).toBe(BigInt(whole.total));
    }
    const owners = [explain('alpha', days), explain('admin', `figure=owner_share&cid=${world.beta.id}&${days}`)];
    const sponsors = [explain('volt', days), explain('admin', `cid=${world.zap.id}&${days}`)];
    const totalOf = async (all: readonly Promise<Explanation>[]) =>
      sum((await Promise.all(all)).map(({ total }) => total));
    expect(await totalOf(owners)).toBe(BigInt(whole.owner ?? 0));
    expect(await totalOf(sponsors)).toBe(BigInt(whole.total));
  }
  for (const actor of ['alpha', 'volt'] as const)
    for (const figure of ['owner_share', 'network_share'])
      expect((await get(actor, `explain?figure=${figure}`)).statusCode).toBe(403);
});

test('shows the versions behind an amount to the readers that may see them', async () => {
  const { accounts } = server;
  const flight = await accounts
    .selectFrom('flights')
    .select('id')
    .where('code', '=', 'COLA-1')
    .executeTakeFirstOrThrow();
  const price = {
    flight_id: flight.id,
    model: 'cpm',
    price_micros: 2_500_000,
    valid_from: TEST_NOW - 60 * DAY_MS,
  } as const;
  await accounts
    .insertInto('flight_prices')
    .values({ id: 'p-explained', ...price, venue_type: 'bar' })
    .execute();
  const parts = (await explain('volt', 'by=flight')).parts.filter(
    ({ kind, each }) => kind === 'view' && each === '2500',
  );
  const since = new Date(price.valid_from).toISOString();
  expect(parts.flatMap(({ prices }) => prices)).toContainEqual({ model: 'cpm', price: 2.5, since, venue_type: 'bar' });
  const shares = (await explain('admin', 'by=customer')).parts.flatMap((part) => part.shares ?? []);
  expect(shares).toContainEqual({ percent: 30, since: null });
});

const KINDS = ['view', 'click', 'burn'] as const;

/**
 * Stores each amount of the world's events as a price of each flight and kind. Gives both owners a share other than the
 * default.
 */
async function writeTerms(): Promise<void> {
  const flights = await server.accounts.selectFrom('flights').select(['id', 'code']).execute();
  const models = { view: 'flat', click: 'cpc', burn: 'cpb' } as const;
  const valid_from = TEST_NOW - 40 * DAY_MS;
  for (const { code, id } of flights)
    for (const kind of KINDS)
      for (const price of [2_000, 2_500, 40_001])
        await server.accounts
          .insertInto('flight_prices')
          .values({
            id: `p-${code}-${kind}-${price}`,
            flight_id: id,
            model: models[kind],
            price_micros: price,
            valid_from: valid_from + price + KINDS.indexOf(kind),
            venue_type: '',
          })
          .execute();
  for (const { id } of [world.alpha, world.beta])
    await server.accounts
      .insertInto('owner_shares')
      .values({ id: `s-${id}`, customer_id: id, share_ppm: 350_000, valid_from })
      .execute();
}

/** Checks that the versions of price and share of a part give exactly its amounts. */
function expectTerms(part: ExplainedPart, paid: bigint, owner: bigint, about: string): void {
  const { events, kind, prices = [], shares = [] } = part;
  const each = Number(paid / BigInt(events));
  expect(BigInt(each) * BigInt(events), about).toBe(paid);
  const priced = prices.map(({ model, price }) => amountMicros(kind ?? 'view', model, Math.round(price * 1e6)));
  expect(new Set(priced), about).toEqual(new Set([each]));
  const parts = shares.map(({ percent }) => ownerMicros(each, Math.round(percent * 10_000)));
  expect(new Set(parts.map((one) => BigInt(one) * BigInt(events))), about).toEqual(new Set([owner]));
}

test('an administrator sees the prices and shares of an amount, by any dimension', async () => {
  await writeTerms();
  for (const query of ['', `cid=${world.alpha.id}`])
    for (const by of ['flight', 'advertiser', 'customer', 'outlet', 'day'])
      for (const part of (await explain('admin', `by=${by}&${query}`)).parts)
        expectTerms(part, BigInt(part.amount), BigInt(part.owner ?? 0), `${by} ${query} ${part.label}`);
  const { data } = (await get('admin', `documents?cid=${world.alpha.id}`)).json<{ data: DocumentRow[] }>();
  for (const { id } of data)
    for (const { id: line } of (await explain('admin', `document=${id}`)).parts) {
      const asked = `document=${id}&line=${line}`;
      // The explained figure is the owner's part. The response also contains the paid amount that includes this part.
      for (const by of ['flight', 'advertiser', 'outlet', 'day']) {
        const told = await explain('admin', `${asked}&by=${by}`);
        expect([told.owner, told.network]).toEqual([undefined, undefined]);
        expect(sum(told.parts.map(({ paid }) => paid))).toBe(BigInt(told.paid ?? 0));
        for (const part of told.parts) expectTerms(part, BigInt(part.paid ?? 0), BigInt(part.amount), `${asked} ${by}`);
      }
      const { events, left_out: rest, paid, total } = await explain('admin', `${asked}&by=event`);
      const all = [...events, ...(rest ? [rest] : [])];
      expect(sum(all.map(({ amount }) => amount))).toBe(BigInt(total));
      expect(sum(all.map((one) => one.paid))).toBe(BigInt(paid ?? 0));
    }
  // An advertiser sees the prices but no share. An owner sees neither.
  for (const by of ['flight', 'customer', 'outlet', 'day']) {
    const told = await explain('volt', `by=${by}`);
    expectNothingForbidden('volt', told, by);
    expect(told.parts.every(({ prices = [] }) => prices.length > 0)).toBe(true);
  }
  for (const by of ['advertiser', 'outlet', 'day'])
    expectNothingForbidden('alpha', await explain('alpha', `by=${by}`), by);
});

test('a response contains nothing that its role may not see, and unsupported breakdowns are rejected', async () => {
  for (const by of ['advertiser', 'customer', 'outlet', 'day', 'event'])
    expectNothingForbidden('alpha', await explain('alpha', `by=${by}`), by);
  for (const by of ['flight', 'outlet', 'event']) expectNothingForbidden('volt', await explain('volt', `by=${by}`), by);
  expect((await get('alpha', 'explain?by=flight')).statusCode).toBe(403);
  expect((await get('volt', 'explain?figure=energy')).statusCode).toBe(403);
  expect((await get('alpha', `explain?cid=${world.beta.id}`)).statusCode).toBe(403);
});

test('pages contain each event once, and add up with the omitted events', async () => {
  const { total } = await explain('alpha', '');
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Explanation = await explain('alpha', `by=event${cursor === null ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.events.map(({ amount }) => amount));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(sum(seen)).toBe(BigInt(total));
  expect((await get('alpha', 'explain?by=event&cursor=nonsense')).statusCode).toBe(400);
});

test('known_on a past instant includes only what had arrived by then, and adds up', async () => {
  const { parts, total } = await explain('alpha', 'by=outlet&known_on=2020-01-01');
  expect([parts, total]).toEqual([[], '0']);
  expect((await get('alpha', 'explain?known_on=2999-01-01')).statusCode).toBe(400);
});

test('rejects a line without its document, and a document with a range', async () => {
  expect((await get('admin', 'explain?line=0')).statusCode).toBe(400);
  const document = `statement-2026-10-${world.alpha.id}`;
  expect((await get('admin', `explain?document=${document}&line=0&range=7d`)).statusCode).toBe(400);
  expect((await get('admin', `explain?document=${document}&line=0`)).statusCode).toBe(404);
});

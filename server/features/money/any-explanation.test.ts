// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import { EXPLAINED_FIGURES, type ExplainedPart, type Explanation } from '#contract/explain.ts';
import type { Payment } from '#contract/payments.ts';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import { DAY_MS } from '#domain/durations.ts';
import { divideHalfEven } from '#domain/money.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeSettledWorld } from './testing/settled-world.ts';

type Actor = 'admin' | 'alpha' | 'volt';
type Asked = Readonly<Record<string, string>>;

const random = createRandom(1_500);
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const pick = <Value>(values: readonly Value[]): Value => values[upTo(values.length - 1)] as Value;
/** The events store uses the machine's clock. */
const NOW = Date.now();
const dayBack = (days: number): string => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10);

let server: TestApp;
let made: Awaited<ReturnType<typeof makeSettledWorld>>;
/**
 * The queries that each actor may make, with one function for each kind. The test draws a kind first, so that rare
 * kinds are tested as often as common kinds.
 */
let asks: Readonly<Record<Actor, readonly (() => Asked)[]>>;

const get = (who: Actor, url: string) => server.app.inject({ url: `/api${url}`, headers: made.headers[who] });
const listed = async <Row>(who: Actor, url: string): Promise<Row[]> =>
  (await get(who, url)).json<{ data: Row[] }>().data;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', OWNER_SHARE: '0.3' } });
  made = await makeSettledWorld(server, NOW, { pick, upTo });
  asks = { admin: await asksOf('admin'), alpha: await asksOf('alpha'), volt: await asksOf('volt') };
});
afterAll(() => server.close());

const range = (): Asked => {
  const first = upTo(70);
  return pick([{}, { range: '30d' }, { tz: 'UTC', from: dayBack(first), to: dayBack(upTo(first)) }]);
};

async function asksOf(who: Actor): Promise<(() => Asked)[]> {
  const { world, flights, months } = made;
  const documents = await listed<DocumentRow>(who, '/documents?limit=100');
  const finals = documents.filter(({ state }) => state === 'final');
  const counts = ['revenue', 'views', 'clicks', 'burns', 'gross_views', 'invalid_views', 'withheld', 'visitors'];
  const all = [
    () => ({ figure: pick(counts), ...range() }),
    () => ({ document: pick(documents).id }),
    () => ({ figure: pick(['paid', 'open']), document: pick(finals).id }),
  ];
  const own = await server.accounts
    .selectFrom('campaigns')
    .innerJoin('flights', 'flights.campaign_id', 'campaigns.id')
    .select(['flights.id', 'campaign_id'])
    .where('campaigns.customer_id', '=', world.volt.id)
    .execute();
  const plans = (of: readonly { readonly id: string; readonly campaign_id: string }[]) => [
    () => ({ figure: 'planned', of: pick(of).id }),
    () => ({ figure: 'planned', of: pick(of).campaign_id }),
    () => ({ figure: 'foreseen', of: pick(of).id }),
  ];
  if (who === 'alpha')
    return [...all, () => ({ figure: pick(['payable', 'paid']) }), () => ({ figure: 'left_after_energy', ...range() })];
  if (who === 'volt') return [...all, () => ({ figure: pick(['receivable', 'overdue', 'paid']) }), ...plans(own)];
  const payments = await listed<Payment>('admin', '/payments?limit=100');
  const runs = await listed<PayoutRun>('admin', '/payout-runs');
  const payouts = await listed<Payout>('admin', `/payout-runs/${runs[0]?.id}/payouts`);
  const trial = () =>
    JSON.stringify({
      from: dayBack(20 + upTo(10)),
      to: dayBack(upTo(20)),
      share_cid: null,
      flight: null,
      price_model: null,
      price: null,
      share_percent: pick([null, 12.5, 50]),
      price_change_percent: pick([null, 7.77]),
      rules: pick([
        null,
        { visitor_seconds: 2, outlet_pace: false, data_centre: true, silent_minutes: null, backfill_hours: null },
      ]),
    });
  return [
    ...[...all, ...plans(flights)],
    () => ({ figure: pick(['owner_share', 'network_share', 'energy', 'left_after_energy']), ...range() }),
    () => ({ figure: pick(['receivable', 'overdue', 'payable', 'cash', 'earned', 'in_payout']) }),
    () => ({ figure: 'paid', cid: pick([world.alpha, world.beta, world.volt, world.zap]).id }),
    () => ({ figure: pick(['billed', 'owed']), month: pick(months) }),
    () => ({ figure: 'payment', of: pick(payments).id }),
    () =>
      pick([
        { figure: 'payout', of: pick(payouts).id },
        { figure: 'payout_run', of: pick(runs).id },
      ]),
    () => ({ figure: pick(['revenue', 'owner_share', 'network_share', 'views']), trial: trial() }),
  ];
}

const sum = (rows: readonly { readonly amount: string }[]): bigint =>
  rows.reduce((so, { amount }) => so + BigInt(amount), 0n);

async function explain(who: Actor, asked: Asked): Promise<Explanation> {
  const about = `${who} ${JSON.stringify(asked)}`;
  const answer = await get(who, `/explain?${new URLSearchParams(asked)}`);
  expect(answer.statusCode, `${about} ${answer.body}`).toBe(200);
  const told = answer.json<Explanation>();
  const rests = [told.left_out, told.unchanged].flatMap((rest) => rest ?? []);
  expect(sum([...told.parts, ...told.events, ...rests]), about).toBe(BigInt(told.total));
  for (const { amount, each, events, rate } of told.parts) {
    if (each !== null) expect(BigInt(each) * BigInt(events), about).toBe(BigInt(amount));
    if (rate === undefined) continue;
    const comes = divideHalfEven(BigInt(rate.amount) * BigInt(rate.for_ms), BigInt(rate.in_ms));
    // The budget limits a forecast.
    expect(comes >= BigInt(amount) && (told.figure === 'foreseen' || comes === BigInt(amount)), about).toBe(true);
  }
  expectNothingForbidden(who, told, about);
  return told;
}

/**
 * What an actor must not see: fields of the other side, other customers' prices, visitors, and the people who entered
 * payments.
 */
const FORBIDDEN: Readonly<Record<Actor, readonly string[]>> = {
  admin: ['"fingerprint"', '"ip"'],
  alpha: [
    '"owner":',
    '"network":',
    '"paid":',
    '"prices"',
    '"shares"',
    '"flight":',
    '"fingerprint"',
    '"ip"',
    '"before"',
  ],
  volt: [
    '"owner":',
    '"network":',
    '"paid":',
    '"shares"',
    '"is_estimated"',
    '"dollars_per_kwh"',
    '"fingerprint"',
    '"ip"',
  ],
};
const OTHERS: Readonly<Record<Actor, readonly string[]>> = {
  admin: [],
  alpha: ['Beta Caf', 'COLA-1', 'SHOES-1', 'Transfer of', 'Payout run', '@'],
  volt: ['Zap Shoes', 'SHOES-1', 'Transfer of', '"before"', '@'],
};

function expectNothingForbidden(who: Actor, told: Explanation, about: string): void {
  const text = JSON.stringify(told);
  expect(
    [...FORBIDDEN[who], ...OTHERS[who]].filter((word) => text.includes(word)),
    about,
  ).toEqual([]);
  for (const { moved, opens } of told.parts) {
    if (who === 'admin') continue;
    if (moved !== undefined) expect(Object.keys(moved).toSorted(), about).toEqual(['kind', 'on']);
    expect(['payment', 'payout', 'payout_run'], about).not.toContain(opens?.figure);
  }
}

/**
 * Returns the query that the panel makes to open a part, and whether its total must equal that part. Null if the part
 * does not open.
 */
function opening(
  asked: Asked,
  { by, figure }: Explanation,
  part: ExplainedPart,
): { asked: Asked; isPart: boolean } | null {
  const { by: _by, cursor: _cursor, ...rest } = asked;
  const { events, id, kind, opens } = part;
  if (opens !== undefined) return { asked: opens, isPart: false };
  if (kind === null && events === 0) return null;
  if (asked.line !== undefined) return null;
  if (by === 'document') return { asked: { document: id }, isPart: false };
  if (by === 'payout') return { asked: { figure: 'payout', of: id }, isPart: true };
  if (by === 'term')
    return EXPLAINED_FIGURES.some((one) => one === id)
      ? { asked: { ...rest, figure: id }, isPart: id === 'revenue' }
      : null;
  if (by === 'line') return { asked: { ...rest, line: id }, isPart: true };
  if (by === 'flight' && figure === 'planned') return { asked: { figure, of: id }, isPart: true };
  if (by === 'customer' && ['receivable', 'overdue', 'payable'].includes(figure))
    return { asked: { ...rest, cid: id }, isPart: true };
  if (by === 'day') {
    const { range: _range, ...others } = rest;
    return { asked: { ...others, from: id, to: id }, isPart: true };
  }
  if (!['booking', 'reason', 'flight', 'advertiser', 'customer', 'outlet'].includes(by) || id === '') return null;
  const filters = { ...JSON.parse(asked.filters ?? '{}'), [by]: [id] };
  return { asked: { ...rest, filters: JSON.stringify(filters) }, isPart: true };
}

test('every figure and part that any role opens adds up and reveals nothing forbidden', async () => {
  const drawn = new Set<string>();
  let figures = 0;
  for (let round = 0; figures < 1_000; round++) {
    const who = (['admin', 'alpha', 'volt'] as const)[round % 3] ?? 'admin';
    const kinds = asks[who];
    let asked: Asked = (kinds[Math.floor(round / 3) % kinds.length] ?? pick(kinds))();
    for (let depth = 0; depth < 4; depth++) {
      const first = await explain(who, asked);
      const by = pick(first.choices);
      const told = by === first.by ? first : await explain(who, { ...asked, by });
      expect(told.total, JSON.stringify(asked)).toBe(first.total);
      drawn.add(`${who} ${told.figure} ${told.by}${asked.trial === undefined ? '' : ' trial'}`);
      figures += 1;
      const part = told.parts.length === 0 ? undefined : pick(told.parts);
      const next = part === undefined ? null : opening(asked, told, part);
      if (part === undefined || next === null) break;
      if (next.isPart && told.next_cursor === null) {
        const own = sum(told.parts.filter(({ id }) => id === part.id));
        expect((await explain(who, next.asked)).total, `${JSON.stringify(asked)} ${by} ${part.id}`).toBe(String(own));
      }
      asked = next.asked;
    }
  }
  // The test has drawn the newer kinds of explanations, each for a role that may see them.
  for (const kind of [
    'admin planned day',
    'volt foreseen term',
    'admin paid move',
    'volt paid move',
    'alpha paid move',
  ])
    expect([...drawn]).toContain(kind);
  expect([...drawn].filter((kind) => kind.endsWith(' trial')).length).toBeGreaterThan(9);
});

// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addCreative, removeCreative } from '#contract/creatives.ts';
import { explainFigure } from '#contract/explain.ts';
import {
  getFlight,
  getFlightPacing,
  listFlightHistory,
  pauseFlight,
  resumeFlight,
  submitFlight,
  updateFlight,
} from '#contract/flights.ts';
import {
  button,
  dialog,
  expectAccessible,
  explained,
  failure,
  field,
  fill,
  heading,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import { DRAFT, FLIGHT_ID, flightWith, PACING, stubFlightParts } from '../../app/testing/stub-campaigns.ts';

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));
const open = (as: 'advertiser' | 'admin' = 'advertiser'): void =>
  product.open(`/${as === 'admin' ? 'admin' : 'app'}/campaigns/flight/${FLIGHT_ID}`, { as });
const region = (name: string): Promise<HTMLElement> => page().findByRole('region', { name });

const PERIOD = {
  time_zone: 'America/New_York',
  days_of: 'network',
  today: '2026-11-21',
  today_ends_in: 9,
} as const;

beforeEach(() => stubFlightParts(product.network));

test('shows the plan, terms, places, creatives and history of a flight, also as tables', async () => {
  product.network.on(getFlight, flightWith());
  open();
  await heading(/AUTUMN-1/);
  const plan = within(await region('Spend vs. plan'));
  await plan.findByText('Planned to date $2,500.00');
  await product.user.click(plan.getByRole('button', { name: 'Table' }));
  expect(within(plan.getByRole('region', { name: 'Table: Spend by day' })).getAllByRole('row')).toHaveLength(3);
  const missed = plan.getByRole('link', { name: '12 invalid views. Visitor rate too high: 12' });
  expect(missed.getAttribute('href')).toBe('/app/traffic?range=all&flight=AUTUMN-1');
  const terms = within(await region('Terms'));
  expect(terms.getByText('$14.50 per 1,000 views')).toBeTruthy();
  expect(terms.getByText('$200.00')).toBeTruthy();
  const where = within(await region('Reach'));
  expect(await where.findByText('Harbour')).toBeTruthy();
  expect(page().getByRole('img', { name: 'Ad: Leaves' })).toBeTruthy();
  expect(within(await region('Creatives')).getByText('0.75%')).toBeTruthy();
  const history = within(await region('History'));
  expect(await history.findByText('$3,000.00')).toBeTruthy();
  expect(history.getByText(/by an administrator/)).toBeTruthy();
  await expectAccessible();
});

test('explains each figure of the plan, and offers no explanation for zero spend', async () => {
  product.network.on(getFlight, flightWith({ burns: 0 }));
  open();
  const plan = within(await region('Spend vs. plan'));
  const figures = await plan.findAllByRole('button', { name: /, explain$/ });
  const why = figures.map(({ title }) => title.replace('Explain: ', ''));
  expect(why).toEqual([
    ...[
      'Spend for AUTUMN-1',
      'Planned to date for AUTUMN-1',
      'Spend for AUTUMN-1 today',
      'Projected spend for AUTUMN-1',
    ],
    ...['Views for AUTUMN-1', 'Clicks for AUTUMN-1'],
  ]);
  product.network.on(explainFigure, {
    period: { ...PERIOD, from: '2026-11-21', to: '2026-11-21' },
    figure: 'revenue',
    by: 'flight',
    unit: 'micro-dollars',
    total: '60000000',
    events: [],
    next_cursor: null,
    choices: ['flight'],
    left_out: null,
    parts: [{ id: 'AUTUMN-1', label: 'AUTUMN-1', kind: 'view', events: 4_000, each: '15000', amount: '60000000' }],
  });
  await product.user.click(await explained('Spend for AUTUMN-1 today'));
  await page().findByText('4,000 views × $0.015000');
  const day = { from: '2026-11-21', to: '2026-11-21', tz: 'America/New_York' };
  expect(product.network.callsOf(explainFigure)[0]?.query).toEqual({
    figure: 'revenue',
    ...day,
    filters: '{"flight":["AUTUMN-1"]}',
  });
});

test('explains each day of the plan, and shows the last days of a long flight first', async () => {
  const dayOf = (at: number) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10);
  const days = Array.from({ length: 20 }, (_, at) => ({
    day: dayOf(at),
    spent: 90,
    expected: 125,
    views: 6_000,
    clicks: 0,
    burns: 2,
  }));
  product.network.on(getFlight, flightWith());
  product.network.on(getFlightPacing, { ...PACING, days });
  open();
  const plan = within(await region('Spend vs. plan'));
  await product.user.click(await plan.findByRole('button', { name: 'Table' }));
  const rows = () => within(plan.getByRole('region', { name: 'Table: Spend by day' })).getAllByRole('row');
  expect(rows()).toHaveLength(1 + 14);
  await product.user.click(plan.getByRole('button', { name: 'Show all 20 days' }));
  expect(rows()).toHaveLength(1 + 20);
  product.network.on(explainFigure, {
    period: { ...PERIOD, from: dayOf(19), to: dayOf(19) },
    figure: 'planned',
    by: 'term',
    unit: 'micro-dollars',
    total: '125000000',
    events: [],
    next_cursor: null,
    choices: ['term'],
    left_out: null,
    parts: [{ id: '0-share', label: 'Its part of the budget', kind: null, events: 0, each: null, amount: '125000000' }],
  });
  for (const [head, figure, query] of [
    ['Spend', 'revenue', { tz: PACING.time_zone, filters: '{"flight":["AUTUMN-1"]}' }],
    ['Planned', 'planned', { of: FLIGHT_ID }],
    ['Views', 'views', { tz: PACING.time_zone, filters: '{"flight":["AUTUMN-1"]}' }],
    ['Burns', 'burns', { tz: PACING.time_zone, filters: '{"flight":["AUTUMN-1"]}' }],
  ] as const) {
    const name = `${head} for AUTUMN-1 on Nov 20, 2026`;
    await product.user.click(await explained(name));
    await dialog(`Why: ${name}`);
    await expect
      .poll(() => product.network.callsOf(explainFigure).at(-1)?.query)
      .toEqual({ figure, from: dayOf(19), to: dayOf(19), ...query });
    await press('Close');
    await expect.poll(() => page().queryByRole('dialog')).toBeNull();
  }
  // A count of zero has no explanation.
  expect(plan.queryByRole('button', { name: /Clicks for AUTUMN-1 on/ })).toBeNull();
  await expectAccessible();
});

test('shows no actions to a user who may only read', async () => {
  product.network.on(getFlight, flightWith({ acts: [] }));
  open();
  await heading(/AUTUMN-1/);
  for (const name of [/^Edit/, /^Propose/, /^Submit/, /^More actions/, /^Remove/])
    expect(page().queryByRole('button', { name })).toBeNull();
});

test('pauses a running flight after confirmation', async () => {
  product.network.on(getFlight, flightWith({ acts: ['propose', 'pause', 'cancel'] }));
  open();
  await press('More actions for AUTUMN-1');
  await product.user.click(await page().findByRole('menuitem', { name: 'Pause', hidden: true }));
  product.network.on(pauseFlight, flightWith({ state: 'paused', acts: ['resume'] }));
  product.network.on(getFlight, flightWith({ state: 'paused', acts: ['resume'] }));
  await press('Pause');
  await page().findByText('AUTUMN-1 paused');
  expect(product.network.callsOf(pauseFlight).at(-1)?.body).toEqual({ version: 7 });
  // The toast is far from the focus, so a key undoes the action, too.
  product.network.on(resumeFlight, flightWith({ acts: ['pause'], version: 8 }));
  await product.user.keyboard('{Control>}z{/Control}');
  await page().findByText('AUTUMN-1 resumed');
  expect(product.network.callsOf(resumeFlight).at(-1)?.body).toEqual({ version: 7 });
  await button('Resume');
});

test("proposes an advertiser's change to an approved flight with only the changed fields", async () => {
  product.network.on(getFlight, flightWith({ acts: ['propose', 'pause', 'cancel'] }));
  open();
  await press('Propose change');
  const form = within(await dialog('Propose change'));
  fill(form.getByLabelText('Budget'), '4,500');
  product.network.on(updateFlight, flightWith({ has_proposal: true }));
  await press('Send for review');
  await page().findByText('Change to AUTUMN-1 sent for review');
  expect(product.network.callsOf(updateFlight).at(-1)?.body).toEqual({ budget: 4_500, version: 7 });
});

const BRINGS = { creatives_added: flightWith().creatives, creatives_removed: [] };

test('shows a proposed change beside the current terms', async () => {
  const changes = [{ field: 'targets', before: 'everywhere', after: '{"states":["ohio"]}' }];
  const proposal = { id: 'p', at: '2026-11-20T10:00:00.000Z', by: 'ada@tea.example', changes, ...BRINGS };
  product.network.on(getFlight, flightWith({ proposal, has_proposal: true, acts: ['edit', 'decide'] }));
  open('admin');
  const note = within(await region('Proposed change'));
  expect(note.getByText('Everywhere')).toBeTruthy();
  expect(note.getByText('Ohio')).toBeTruthy();
  await button('Approve change');
  expect(note.getByRole('img', { name: 'Ad: Leaves' })).toBeTruthy();
});

test('proposes an additional creative and the removal of one for an approved flight', async () => {
  product.network.on(getFlight, flightWith({ acts: ['propose'] }));
  open();
  await press('Propose creative');
  const form = within(await dialog('Propose creative'));
  await product.user.upload(form.getByLabelText('Creative file'), new File(['x'], 'tall.png', { type: 'image/png' }));
  fill(form.getByLabelText(/^Target URL/), 'https://tea.example/tall');
  product.network.on(addCreative, flightWith({ acts: ['propose'], has_proposal: true }));
  await press('Upload creative');
  await page().findByText('Creative sent for review');
  expect(product.network.callsOf(addCreative).at(-1)?.query).toEqual({
    name: 'tall',
    seconds: '10',
    target: 'https://tea.example/tall',
  });
  await press('Remove Leaves');
  product.network.on(removeCreative, flightWith({ acts: ['propose'], has_proposal: true }));
  await press('Send for review');
  await page().findByText('Removal of Leaves sent for review');
});

test('asks before half-typed creative fields are lost', async () => {
  product.network.on(getFlight, flightWith({ acts: ['edit'] }));
  open('admin');
  await press('Add creative');
  await dialog('Add creative');
  fill(await field(/^Target URL/), 'https://tea.example/half');
  await product.user.keyboard('{Escape}');
  await dialog('Discard your changes?');
  await press('Keep editing');
  expect(((await field(/^Target URL/)) as HTMLInputElement).value).toBe('https://tea.example/half');
  await press('Upload creative');
  await failure('Choose a picture.');
  product.reload();
  await press('Add creative');
  await dialog('Add creative');
  expect(((await field(/^Target URL/)) as HTMLInputElement).value).toBe('https://tea.example/half');
});

test('lists all missing fields of a draft, and submits it when nothing is missing', async () => {
  product.network.on(getFlight, DRAFT, 1);
  open();
  const missing = within(await region('Missing details'));
  expect(missing.getAllByRole('listitem')).toHaveLength(3);
  product.network.refuse(submitFlight, 400, { message: '3 things are missing.', fields: DRAFT.missing }, { times: 1 });
  await press('Submit for review');
  await press('Submit');
  await failure('3 things are missing.');
});

test('shows the error of a failed part in its own place', async () => {
  product.network.on(getFlight, flightWith());
  product.network.refuse(getFlightPacing, 500, { message: 'Broken.' }, { times: 1 });
  product.network.refuse(listFlightHistory, 500, { message: 'Broken.' }, { times: 1 });
  open();
  await page().findByText('The spend could not be loaded.');
  await page().findByText('The history could not be loaded.');
  await heading(/AUTUMN-1/);
});

test('reports that an approved flight without a creative has nothing to show, and what to do', async () => {
  product.network.on(getFlight, flightWith({ shows_nothing: true, creatives: [] }));
  open();
  await heading(/AUTUMN-1/);
  expect(await page().findByText('Live, no creative')).toBeTruthy();
  expect((await page().findByText('No creative:')).closest('[role=note]')?.textContent).toContain(
    'Add a creative with a picture.',
  );
  await expectAccessible();
});

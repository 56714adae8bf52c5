// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { archiveCampaign, getCampaign, listCampaigns, restoreCampaign, updateCampaign } from '#contract/campaigns.ts';
import { openCreativePreview } from '#contract/creatives.ts';
import { type Explanation, explainFigure } from '#contract/explain.ts';
import { getFlight, pauseFlight, pauseFlights, resumeFlights } from '#contract/flights.ts';
import { listImports } from '#contract/imports.ts';
import { userOf } from '../../app/testing/accounts.ts';
import {
  atAddress,
  button,
  dialog,
  expectAccessible,
  explained,
  fill,
  heading,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import {
  CAMPAIGN,
  CAMPAIGN_ID,
  campaignWith,
  FLIGHT_ID,
  FLIGHT_ROW,
  flightWith,
  stubFlightParts,
} from '../../app/testing/stub-campaigns.ts';

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));
const row = (name: string): Promise<HTMLElement> => page().findByRole('row', { name: new RegExp(name) });

beforeEach(() => {
  product.network.on(listCampaigns, { data: [CAMPAIGN], total: 1, page: 1, limit: 10 });
  product.network.on(getCampaign, campaignWith());
  product.network.on(listImports, { data: [] });
  product.network.on(getFlight, flightWith());
  stubFlightParts(product.network);
});

test('shows an advertiser what runs, what it costs and whether it is on plan', async () => {
  product.open('/app/campaigns', { as: 'advertiser' });
  await heading('Campaigns');
  const cells = within(await row('Autumn leaves'));
  for (const text of ['Live', '$3,000.00', '$1,800.00', '72%', '120,000', '900'])
    expect(cells.getByText(text)).toBeTruthy();
  await button('New campaign');
  await expectAccessible();
});

test('marks a live campaign and a live flight without a creative as having nothing to show', async () => {
  const flight = { ...FLIGHT_ROW, shows_nothing: true };
  product.network.on(listCampaigns, { data: [{ ...CAMPAIGN, shows_nothing: true }], total: 1, page: 1, limit: 10 });
  product.network.on(getCampaign, campaignWith({ shows_nothing: true, flight_rows: [flight] }));
  product.open('/app/campaigns', { as: 'advertiser' });
  expect(within(await row('Autumn leaves')).getByText('Live, no creative')).toBeTruthy();
  await press('Autumn leaves');
  expect(within(await row('AUTUMN-1')).getByText('Live, no creative')).toBeTruthy();
});

test.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  'shows the days of campaigns and flights in their own time zone to a user in %s',
  async (zone) => {
    product.open('/app/campaigns', { as: userOf('advertiser', { time_zone: zone }) });
    expect((await row('Autumn leaves')).textContent).toMatch(/Nov 1, 2026.*Nov 30, 2026/);
    await press('Autumn leaves');
    expect((await row('AUTUMN-1')).textContent).toMatch(/Nov 1, 2026.*Nov 30, 2026/);
  },
);

const WHY: Explanation = {
  period: {
    from: null,
    to: null,
    time_zone: 'UTC',
    days_of: 'network',
    today: '2026-11-22',
    today_ends_in: 9,
  },
  figure: 'revenue',
  by: 'flight',
  unit: 'micro-dollars',
  total: '1800000000',
  events: [],
  next_cursor: null,
  choices: ['flight'],
  parts: [{ id: FLIGHT_ID, label: 'AUTUMN-1', kind: null, events: 20, each: null, amount: '1800000000' }],
  left_out: null,
};

test('explains the spend, the counts and the plan of campaigns and flights without opening a row', async () => {
  product.network.on(explainFigure, WHY);
  const look = async (name: string, expected: object): Promise<void> => {
    await product.user.click(await explained(name));
    await page().findByText('$1,800.000000', { selector: 'p' });
    expect(product.network.callsOf(explainFigure).at(-1)?.query).toEqual(expected);
    await press('Close');
    await expect.poll(() => page().queryByRole('dialog')).toBeNull();
  };
  const filters = JSON.stringify({ campaign: [CAMPAIGN_ID] });
  product.open('/app/campaigns', { as: 'advertiser' });
  for (const [name, figure] of [
    ['Spend', 'revenue'],
    ['Views', 'views'],
    ['Clicks', 'clicks'],
  ] as const)
    await look(`${name} for Autumn leaves`, { figure, filters });
  await look('Planned to date for Autumn leaves', { figure: 'planned', of: CAMPAIGN_ID });
  await atAddress('/app/campaigns');
  // The explanation of a campaign's plan opens the explanation of its flight's plan.
  product.network.on(explainFigure, { ...WHY, figure: 'planned' });
  await product.user.click(await explained('Planned to date for Autumn leaves'));
  await press('AUTUMN-1');
  await expect
    .poll(() => product.network.callsOf(explainFigure).at(-1)?.query)
    .toEqual({ figure: 'planned', of: FLIGHT_ID });
  product.network.on(explainFigure, WHY);
  product.open(`/app/campaigns/${CAMPAIGN_ID}`, { as: 'advertiser' });
  await look('Burns for Autumn leaves', { figure: 'burns', filters });
  await look('Spend for AUTUMN-1', { figure: 'revenue', filters: '{"flight":["AUTUMN-1"]}' });
  await expectAccessible();
});

test('filters the table by state and category from the address', async () => {
  product.open('/app/campaigns?state=live&category=travel&sort=-spent&x=1', { as: 'advertiser' });
  await row('Autumn leaves');
  expect(product.network.callsOf(listCampaigns).at(-1)?.query).toEqual({
    state: 'live',
    category: 'travel',
    sort: '-spent',
  });
});

test('lets a viewer read but shows no buttons that write', async () => {
  product.network.on(getCampaign, campaignWith({ can_edit: false }));
  product.open('/app/campaigns', { as: userOf('advertiser', { standing: 'viewer' }) });
  await row('Autumn leaves');
  expect(page().queryByRole('button', { name: 'New campaign' })).toBeNull();
  await press('Autumn leaves');
  await heading('Autumn leaves');
  for (const name of ['Edit', 'New flight', 'Pause AUTUMN-1'])
    expect(page().queryByRole('button', { name })).toBeNull();
});

test('opens a campaign and then one of its flights', async () => {
  product.open('/app/campaigns', { as: 'advertiser' });
  await press('Autumn leaves');
  await atAddress(`/app/campaigns/${CAMPAIGN_ID}`);
  await heading('Autumn leaves');
  await expectAccessible();
  await press('AUTUMN-1');
  await atAddress(`/app/campaigns/flight/${FLIGHT_ID}`);
});

test('pauses and resumes a flight in its row if the server allows it', async () => {
  const over = { ...FLIGHT_ROW, id: FLIGHT_ID.replace(/.$/, '9'), code: 'SUMMER-1', state: 'ended' as const, acts: [] };
  // Administrators have paused this flight, so only they can resume it.
  const held = { ...over, id: FLIGHT_ID.replace(/.$/, '8'), code: 'WINTER-1', state: 'paused' as const };
  product.network.on(getCampaign, campaignWith({ flight_rows: [FLIGHT_ROW, over, held] }));
  product.open(`/app/campaigns/${CAMPAIGN_ID}`, { as: 'advertiser' });
  await press('Pause AUTUMN-1');
  expect(page().queryByRole('button', { name: /(Pause|Resume) (SUMMER|WINTER)-1/ })).toBeNull();
  const paused = campaignWith({ flight_rows: [{ ...FLIGHT_ROW, state: 'paused', acts: ['resume'] }] });
  product.network.on(pauseFlight, flightWith({ state: 'paused' }));
  product.network.on(getCampaign, paused);
  await press('Pause');
  await page().findByText('AUTUMN-1 paused');
  expect(product.network.callsOf(pauseFlight).at(-1)?.body).toEqual({ version: 7 });
  await button('Resume AUTUMN-1');
  await expectAccessible();
});

test('changes the fields of a campaign', async () => {
  product.open(`/app/campaigns/${CAMPAIGN_ID}`, { as: 'advertiser' });
  await press('Edit');
  const form = within(await dialog('Edit campaign'));
  fill(form.getByLabelText(/^Sponsor text/), 'The tea people');
  product.network.on(updateCampaign, campaignWith({ sponsor: 'The tea people' }));
  await press('Save');
  await page().findByText('Autumn leaves saved');
  expect(product.network.callsOf(updateCampaign).at(-1)?.body).toEqual({
    name: 'Autumn leaves',
    sponsor: 'The tea people',
    category: 'food_and_drink',
    time_zone: 'America/New_York',
    version: 3,
  });
});

test('shows an administrator all campaigns, the import, the review queue and the rate card', async () => {
  product.open('/app/campaigns?state=live', { as: 'admin' });
  await atAddress('/admin/campaigns?state=live');
  await row('Lantern Tea');
  await button('Import');
  const main = within(page().getByRole('main'));
  for (const name of ['Reviews', 'Rate card']) expect(main.getByRole('link', { name })).toBeTruthy();
});

test('pauses the selected flights in one request, and says which were not paused', async () => {
  const other = { ...FLIGHT_ROW, id: FLIGHT_ID.replace(/.$/, '7'), code: 'WINTER-2', label: 'Lobbies' };
  product.network.on(getCampaign, campaignWith({ flight_rows: [FLIGHT_ROW, other] }));
  product.open(`/app/campaigns/${CAMPAIGN_ID}`, { as: 'advertiser' });
  await page().findByText('Lobbies (WINTER-2)');
  for (const code of ['AUTUMN-1', 'WINTER-2'])
    await product.user.click(page().getByRole('checkbox', { name: `Select ${code}` }));
  await press('Pause selected (2)');
  const question = within(await dialog('Pause 2 flights'));
  question.getByText('WINTER-2');
  product.network.on(pauseFlights, {
    results: [
      { id: FLIGHT_ROW.id, code: 'AUTUMN-1', error: null, version: 8 },
      { id: other.id, code: 'WINTER-2', error: 'Someone else changed it.', version: null },
    ],
  });
  await press('Pause');
  await page().findByText('1 of 2 flights paused');
  await page().findByText('WINTER-2: Someone else changed it.');
  const claims = [FLIGHT_ROW, other].map(({ id, version }) => ({ id, version }));
  expect(product.network.callsOf(pauseFlights).at(-1)?.body).toEqual({ flights: claims });
  await expectAccessible();
  product.network.on(resumeFlights, { results: [{ id: FLIGHT_ROW.id, code: 'AUTUMN-1', error: null, version: 9 }] });
  await press('Undo');
  await page().findByText('1 flight resumed');
  expect(product.network.callsOf(resumeFlights).at(-1)?.body).toEqual({ flights: [{ id: FLIGHT_ROW.id, version: 8 }] });
});

test('archives a finished campaign, and restores it', async () => {
  const over = { ...FLIGHT_ROW, state: 'ended' as const, acts: [] };
  const finished = campaignWith({ flight_rows: [over], state: 'ended', can_archive: true });
  const archived = campaignWith({ ...finished, can_archive: false, is_archived: true, version: 4 });
  product.network.on(getCampaign, finished);
  product.open(`/app/campaigns/${CAMPAIGN_ID}`, { as: 'advertiser' });
  await press('More actions for Autumn leaves');
  await product.user.click(await page().findByRole('menuitem', { name: 'Archive' }));
  product.network.on(archiveCampaign, archived);
  product.network.on(getCampaign, archived);
  await press('Archive');
  await page().findByText('Autumn leaves archived');
  await page().findByText('This campaign is archived.');
  expect(page().queryByRole('button', { name: 'New flight' })).toBeNull();
  product.network.on(restoreCampaign, finished);
  await press('Undo');
  await page().findByText('Autumn leaves restored');
  expect(product.network.callsOf(restoreCampaign).at(-1)?.body).toEqual({ version: 4 });
});

test('a preview link shows the creative without an account, and says when it has ended', async () => {
  product.network.on(openCreativePreview, {
    name: 'Leaves',
    sponsor: 'Lantern Tea',
    seconds: 15,
    url: `/api/creatives/${'a'.repeat(64)}.webp`,
    click_target: 'https://tea.example/?utm_source=voltboard',
    expires_at: '2026-12-01T12:00:00.000Z',
  });
  product.open('/ad-preview#vbp_secret');
  await page().findByRole('img', { name: 'Ad: Leaves' });
  page().getByRole('link', { name: 'https://tea.example/?utm_source=voltboard' });
  expect(product.network.callsOf(openCreativePreview).at(-1)?.body).toEqual({ token: 'vbp_secret' });
  await expectAccessible();
});

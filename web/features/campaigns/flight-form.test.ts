// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createCampaign, getCampaign, updateCampaign } from '#contract/campaigns.ts';
import { getFlightForecast } from '#contract/flight-forecast.ts';
import { createFlight, getFlight, submitFlight, updateFlight } from '#contract/flights.ts';
import {
  atAddress,
  button,
  dialog,
  expectAccessible,
  field,
  fill,
  heading,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import {
  CAMPAIGN_ID,
  campaignWith,
  DRAFT,
  FLIGHT_ID,
  flightWith,
  stubFlightParts,
} from '../../app/testing/stub-campaigns.ts';

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));
const SAVED = 'Draft saved. You can close this page and continue later.';
const campaign = campaignWith({ flight_rows: [], state: null });

beforeEach(() => {
  stubFlightParts(product.network);
  product.network.on(createCampaign, campaign);
  product.network.on(createFlight, DRAFT);
  product.network.on(getFlight, DRAFT);
  product.network.on(getCampaign, campaign);
});

test('lists all missing fields at once, and marks each field after a submission', async () => {
  product.open('/app/campaigns/form', { as: 'advertiser' });
  await heading('New campaign');
  const missing = within(await page().findByRole('region', { name: 'Missing details' }));
  expect(missing.getAllByRole('listitem').length).toBeGreaterThanOrEqual(4);
  await press('Submit for review');
  const budget = await field(/^Budget/);
  await waitFor(() => expect(budget.getAttribute('aria-invalid')).toBe('true'));
  // The first field in error has the focus, and the summary leads to each of the others.
  await waitFor(() => expect(document.activeElement?.id).toBe('flight-name'));
  const summary = within(
    await page()
      .findByText('Not submitted. 5 fields to complete or correct:', { selector: '[role=alert] *' })
      .then((text) => text.closest<HTMLElement>('[role=alert]') ?? text),
  );
  expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Name',
    'First day',
    'Last day',
    'Budget',
    'Creatives',
  ]);
  await product.user.click(summary.getByRole('link', { name: 'Budget' }));
  expect(document.activeElement).toBe(budget);
  await atAddress('/app/campaigns/form');
  await product.user.click(page().getByText('Campaign', { selector: 'nav[aria-label^=Sections] a' }));
  expect(document.activeElement?.id).toBe('flight-section-campaign');
  expect(product.network.callsOf(createCampaign)).toEqual([]);
  await expectAccessible();
});

test('stores the draft as soon as it has a name, and finds it again at its address', async () => {
  product.open('/app/campaigns/form', { as: 'advertiser' });
  fill(await field(/^Campaign name/), 'Autumn leaves');
  await page().findByText(SAVED, {}, { timeout: 5_000 });
  await atAddress(`/app/campaigns/form?flight=${FLIGHT_ID}`);
  expect(product.network.callsOf(createCampaign).at(-1)?.body).toMatchObject({ name: 'Autumn leaves' });
  expect(product.network.callsOf(createFlight).at(-1)?.params).toEqual({ id: CAMPAIGN_ID });
  product.network.on(updateFlight, flightWith({ ...DRAFT, version: 2, fields: { ...DRAFT.fields, budget: 900 } }));
  product.network.on(updateCampaign, campaign);
  fill(await field(/^Budget/), '900');
  await waitFor(() => expect(product.network.callsOf(updateFlight)).toHaveLength(1), { timeout: 5_000 });
  expect(product.network.callsOf(updateFlight).at(-1)?.body).toEqual({ budget: 900, version: 1 });
  await page().findByText(SAVED);
  product.reload();
  await heading('Autumn leaves');
});

test('updates the forecast while the user types', async () => {
  product.open(`/app/campaigns/form?flight=${FLIGHT_ID}`, { as: 'advertiser' });
  const forecast = within(await page().findByRole('region', { name: 'Forecast' }));
  await forecast.findByText('20,000');
  await forecast.findByText('10,000 to 40,000');
  product.network.on(updateFlight, DRAFT);
  fill(await field('First day'), '2026-12-01');
  await waitFor(
    () => expect(product.network.callsOf(getFlightForecast).at(-1)?.query).toMatchObject({ starts: '2026-12-01' }),
    { timeout: 5_000 },
  );
});

test('shows the precision of a forecast, and what to do if there is none', async () => {
  product.open(`/app/campaigns/form?flight=${FLIGHT_ID}`, { as: 'advertiser' });
  const forecast = within(await page().findByRole('region', { name: 'Forecast' }));
  await forecast.findByText('About 4 other flights run at these outlets on these dates.');
  await forecast.findByText('Estimated from averages of similar outlets, rounded to two digits.');
  product.network.on(getFlightForecast, {
    outlets: 2,
    blocked_outlets: 0,
    reached: { eui: [], lat: [], lng: [], label: [], venue: [], venues: [] },
    views_28_days: null,
    precision: 'withheld',
    days: 30,
    competing: null,
    views: null,
    spend: null,
    prices: [],
  });
  product.network.on(updateFlight, DRAFT);
  fill(await field('First day'), '2026-12-01');
  await forecast.findByText('Too few outlets to forecast. Add more places.', {}, { timeout: 5_000 });
});

test('submits a complete draft and opens its flight', async () => {
  const complete = flightWith({ ...DRAFT, missing: {}, creatives: flightWith().creatives });
  product.network.on(getFlight, complete);
  product.open(`/app/campaigns/form?flight=${FLIGHT_ID}`, { as: 'advertiser' });
  await page().findByRole('region', { name: 'Ready to submit' });
  product.network.on(submitFlight, flightWith({ state: 'in_review', acts: ['cancel'] }));
  product.network.on(getFlight, flightWith({ state: 'in_review', acts: ['cancel'] }));
  await press('Submit for review');
  await atAddress(`/app/campaigns/flight/${FLIGHT_ID}`);
  expect(product.network.callsOf(submitFlight).at(-1)?.body).toEqual({ version: 1 });
});

test("shows the server's error at its field and keeps the typed text", async () => {
  product.open(`/app/campaigns/form?flight=${FLIGHT_ID}`, { as: 'advertiser' });
  const fields = { ends: 'It has to end after it starts.' };
  product.network.refuse(updateFlight, 400, { message: 'A field is wrong.', fields });
  const ends = await field('Last day');
  fill(ends, '2020-01-01');
  await page().findByText('It has to end after it starts.', {}, { timeout: 5_000 });
  expect((ends as HTMLInputElement).value).toBe('2020-01-01');
});

test('asks before the text of a creative is lost, and restores it after a reload', async () => {
  product.open(`/app/campaigns/form?flight=${FLIGHT_ID}`, { as: 'advertiser' });
  fill(await field(/^Target URL/), 'https://tea.example/half');
  product.reload();
  await waitFor(async () =>
    expect(((await field(/^Target URL/)) as HTMLInputElement).value).toBe('https://tea.example/half'),
  );
  await product.user.click(await page().findByRole('link', { name: 'Contact' }));
  await dialog('Discard your changes?');
  await press('Keep editing');
  await atAddress(`/app/campaigns/form?flight=${FLIGHT_ID}`);
});

test("finds a circle's center by the name of a city, with a radius in miles or kilometers", async () => {
  product.network.on(updateFlight, DRAFT);
  product.open(`/app/campaigns/form?flight=${FLIGHT_ID}`, { as: 'advertiser' });
  await product.user.click(await field(/^Center of the circle/));
  await product.user.click(await page().findByRole('option', { name: 'Toledo, OH', hidden: true }));
  const value = async (name: string) => ((await field(name)) as HTMLInputElement).value;
  expect([await value('Latitude'), await value('Longitude'), await value('Radius')]).toEqual([
    '41.66394',
    '-83.55521',
    '25',
  ]);
  await product.user.selectOptions(await field('Unit'), 'Kilometers');
  expect(await value('Radius')).toBe('40.234');
  await waitFor(() => expect(product.network.callsOf(updateFlight)).not.toHaveLength(0), { timeout: 5_000 });
  expect(product.network.callsOf(updateFlight).at(-1)?.body).toMatchObject({
    targets: { circle: { lat: 41.66394, lng: -83.55521, km: 40.234 } },
  });
});

import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DAY_MS } from '#domain/durations.ts';
import { makeAccount, OWN_PASSWORD } from './account-steps.ts';
import { expectAccessible, expectReadableIn, signIn, test, tokenOf } from './shell-steps.ts';

// web/features/campaigns/*.test.ts test the texts of forms and tables in each state. These journeys cover what needs a
// real browser and server: keyboard and touch input, closing the browser, and uploading pictures.

const SAVED = /Draft saved/;

/** Creates an advertiser and signs in its manager for the first time. Returns the advertiser's name. */
async function newAdvertiser(page: Page): Promise<string> {
  const name = `Harbour Bakery ${crypto.randomUUID().slice(0, 8)}`;
  const headers = { authorization: `Bearer ${await tokenOf(page, 'admin')}` };
  const made = await page.request.post('/api/admin/customers', {
    headers,
    data: { name, kind: 'advertiser', category: 'Food' },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { email } = makeAccount(['advertiser', '--customer', name]);
  const answer = await page.request.post('/api/login', { data: { email, password: OWN_PASSWORD } });
  const { data: token } = (await answer.json()) as { data: string };
  await page.context().addInitScript((stored) => localStorage.setItem('token', stored), token);
  return name;
}

const picture = async () => ({
  name: 'harbour.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 640, channels: 3, background: '#1d5a7a' } })
    .png()
    .toBuffer(),
});

const today = (daysOn: number): string => new Date(Date.now() + daysOn * DAY_MS).toISOString().slice(0, 10);
/** Returns a date as typed into a date field of an English browser. */
const typedDay = (daysOn: number): string => today(daysOn).replace(/(\d+)-(\d+)-(\d+)/, '$2$3$1');

/** Chooses a file in the file chooser that `open` opens. */
async function chooseFile(page: Page, open: () => Promise<void>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // The page processes messages in order, but input events overtake these messages. This round trip ensures that the
  // page already watches for the file chooser.
  await page.evaluate(() => undefined);
  await open();
  await (await chooser).setFiles(await picture());
}

/** Closes the page and opens a new page in the same browser, without the old tab's session storage. */
async function reopened(context: BrowserContext, page: Page, address: string): Promise<Page> {
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  return next;
}

test('a new advertiser makes a first campaign by keyboard with few keys, and the draft survives a closed browser', {
  tag: '@full',
}, async ({ page: first, context }) => {
  const name = await newAdvertiser(first);
  let page = first;
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  /** Presses Tab until the element has the focus. */
  const goTo = async (place: Locator): Promise<void> => {
    await place.waitFor();
    for (let step = 0; step < 60; step += 1) {
      if (await place.evaluate((element) => element === document.activeElement)) return;
      await press('Tab');
    }
    throw new Error(`Tab does not lead to ${place}.`);
  };
  await page.goto('/app/campaigns');
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: 'New campaign' })
    .or(page.getByRole('button', { name: 'New campaign' }))
    .first()
    .focus();
  await press('Enter');
  await goTo(page.getByRole('textbox', { name: 'Campaign name' }));
  await page.keyboard.type('First of all');
  await expect(page.getByText(SAVED)).toBeVisible();
  await goTo(page.getByLabel('First day'));
  await page.keyboard.type(typedDay(1));
  await goTo(page.getByLabel('Last day'));
  await page.keyboard.type(typedDay(30));
  await expect(page.getByRole('region', { name: 'Forecast' })).toContainText('Views');
  await expect(page.getByText(SAVED)).toBeVisible();

  page = await reopened(context, page, '/app/campaigns');
  await goTo(page.getByRole('link', { name: 'Skip to content' }));
  await press('Enter');
  await goTo(page.getByRole('button', { name: 'First of all' }));
  await press('Enter');
  await goTo(page.getByRole('button', { name: /^FIRST-OF-ALL.*-1$/ }));
  await press('Enter');
  await expect(page.getByLabel('Last day')).toHaveValue(today(30));
  await goTo(page.getByRole('textbox', { name: 'Budget' }));
  await page.keyboard.type('500');
  const choose = page.getByRole('button', { name: 'Choose picture' });
  await goTo(choose);
  await chooseFile(page, () => press('Enter'));
  await expect(page.getByRole('img', { name: 'Ad: harbour' })).toBeVisible();
  await goTo(page.getByRole('textbox', { name: 'Target URL' }));
  await press('End');
  await page.keyboard.type('harbour.example');
  await expect(page.getByRole('region', { name: 'Ready to submit' })).toBeVisible();
  await goTo(page.getByRole('button', { name: 'Submit for review' }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /FIRST-OF-ALL.*-1/ })).toContainText('In review');
  expect(keys, 'keys beside what is typed').toBeLessThanOrEqual(90);
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
  await page.close();

  // An administrator sees the picture in the review queue and approves the flight.
  const desk = await context.browser()?.newPage();
  if (desk === undefined) throw new Error('The browser is gone.');
  await signIn(desk, 'admin');
  await desk.goto('/admin/campaigns/reviews?q=harbour');
  const waiting = desk.getByRole('listitem').filter({ hasText: name });
  await expect(waiting.getByRole('img', { name: 'Ad: harbour' })).toBeVisible();
  await waiting.getByRole('button', { name: /^Approve/ }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(waiting).toHaveCount(0);
  await desk.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  // web/features/campaigns/flight-form.test.ts tests what the fields show and send.
  test('a campaign for some states takes few touches', { tag: '@full' }, async ({ page }) => {
    await newAdvertiser(page);
    let touches = 0;
    const tap = async (place: Locator): Promise<void> => {
      touches += 1;
      await place.tap();
    };
    const write = async (label: string, text: string): Promise<void> => {
      touches += 1;
      await page.getByLabel(new RegExp(`^${label}`)).fill(text);
    };
    await page.goto('/app/campaigns');
    await tap(page.getByRole('button', { name: 'New campaign' }).first());
    await write('Campaign name', 'Harbour mornings');
    await write('First day', today(1));
    await write('Last day', today(20));
    await tap(page.getByRole('combobox', { name: 'States', exact: true }));
    await tap(page.getByRole('option', { name: /^AZ / }));
    await page.keyboard.press('Escape');
    await write('Budget', '400');
    await chooseFile(page, () => tap(page.getByRole('button', { name: 'Choose picture' })));
    await write('Target URL', 'https://harbour.example');
    await expect(page.getByRole('region', { name: 'Ready to submit' })).toBeVisible();
    await expectAccessible(page);
    await tap(page.getByRole('button', { name: 'Submit for review' }));
    await expect(page.getByRole('heading', { level: 1, name: /HARBOUR-MORNINGS/ })).toContainText('In review');
    expect(touches).toBeLessThanOrEqual(12);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'nothing reaches beyond the screen').toBeLessThanOrEqual(390);
  });
});

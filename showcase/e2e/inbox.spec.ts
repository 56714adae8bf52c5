import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../e2e/shell-steps.ts';
import { expectGoodPage, openShowcase, test } from './showcase-steps.ts';

const HEADING = 'Email - Inbox';
const rows = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
const folder = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name });
const choose = async (page: Page, menu: string, item: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('mail list: folders, pages, selection, actions with undo, search; the address keeps them', async ({ page }) => {
  await openShowcase(page, '/app/inbox', HEADING);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.locator('body'), 'whoever comes stands at the top').toBeFocused();
  await page.getByRole('button', { name: 'Close the notice' }).click();
  await expect(page.getByText('Sample letters, with everything')).toBeHidden();
  await expect(folder(page, 'Inbox 2 unread')).toBeVisible();
  await expect(folder(page, 'Draft 3 drafts')).toBeVisible();
  await expect(page.getByText('Showing 1 - 10 of 96 messages').first()).toBeVisible();
  await page.getByRole('link', { name: 'Page 2' }).first().click();
  await expect(page.getByText('Showing 11 - 20 of 96 messages').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Showing 11 - 20 of 96 messages').first()).toBeVisible();
  await page.getByRole('link', { name: 'Previous page' }).first().click();

  await choose(page, 'Select', 'Unread');
  await expect(page.getByText('2 selected')).toBeVisible();
  await choose(page, 'Actions', 'Mark As Read');
  await expect(folder(page, 'Inbox')).toHaveAccessibleName('Inbox');
  await choose(page, 'Actions', 'Mark As Unread');
  await choose(page, 'Select', 'All');
  await expect(page.getByText('96 selected, 10 of them on this page')).toBeVisible();
  await choose(page, 'Select', 'None');

  const first = rows(page).first();
  await first.getByRole('checkbox').check();
  await expect(page.getByRole('checkbox', { name: 'Select all messages of this list' })).toHaveJSProperty(
    'indeterminate',
    true,
  );
  await choose(page, 'Actions', 'Delete');
  await expect(page.getByText('Message moved to Trash')).toBeVisible();
  await expect(page.getByText('Showing 1 - 10 of 95 messages').first()).toBeVisible();
  await folder(page, 'Trash').click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await folder(page, 'Starred').click();
  await expect(rows(page).first()).toContainText('Esme Hart');
  await rows(page).first().getByRole('button', { name: /^Star/ }).click();
  await expect(rows(page).first()).not.toContainText('Esme Hart');
  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await rows(page).nth(1).getByRole('checkbox').check();
  await choose(page, 'Actions', 'Archive');
  await folder(page, /^Archive 1/).click();
  await expect(rows(page)).toHaveCount(1);

  await folder(page, /^Inbox/).click();
  await page.getByRole('searchbox', { name: 'Search Messages' }).fill('OTHER pot');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=OTHER\+pot$/);
  await page.getByRole('searchbox', { name: 'Search Messages' }).fill('nothing like it');
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(rows(page)).toHaveCount(10);
  await expectGoodPage(page);
});

test('a message: read by key, files downloaded, hostile bodies harmless, answered, sent and saved as a draft', async ({
  page,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !/^(127\.0\.0\.1|localhost)$/.test(new URL(request.url()).hostname))
      outside.push(request.url());
  });
  await openShowcase(page, '/app/inbox', HEADING);
  await rows(page).first().getByRole('link').press('Enter');
  const subject = page.getByRole('heading', { level: 2, name: 'Drawings for the north concourse' });
  await expect(subject).toBeFocused();
  await expect(folder(page, 'Inbox 1 unread')).toBeVisible();
  await expect(page.getByText('A picture was not loaded from elsewhere')).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download north-concourse.svg' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('north-concourse.svg');
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  const zipping = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all' }).click();
  expect((await readFile(await (await zipping).path())).subarray(0, 2).toString()).toBe('PK');
  await page.getByRole('button', { name: 'View all' }).click();
  await page.getByRole('button', { name: 'Next attachment' }).click();
  await expect(page.getByRole('img', { name: 'Picture: poster-smile.svg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('Esme Hart <esme.hart@example.com>');
  await expect(page.getByLabel('Subject')).toHaveValue('Re: Drawings for the north concourse');
  const text = page.getByRole('textbox', { name: 'Message' });
  await expect(text.getByText('Esme Hart wrote (')).toBeVisible();
  await expect(text.getByRole('blockquote').filter({ hasText: 'Gate 9 has lost its bench' })).toBeVisible();
  await text.pressSequentially('At bag level.');
  await expect(folder(page, 'Draft 4 drafts')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(subject).toBeVisible();
  await folder(page, 'Draft 4 drafts').click();
  await rows(page).first().getByRole('link').click();
  await expect(text).toContainText('At bag level.');
  await expect(text, 'a draft that is taken up again has its quotation').toContainText('Gate 9 has lost its bench');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('left of the door') });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Message sent')).toBeVisible();
  await folder(page, 'Sent Mail').click();
  await rows(page).first().getByRole('link').click();
  await expect(page.getByText('At bag level.')).toBeVisible();
  await page.getByRole('button', { name: 'View note.txt' }).click();
  await expect(page.getByText('left of the door')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Compose' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  const asked = page.getByRole('dialog', { name: 'Send it like this?' });
  await expect(asked).toContainText('no receiver, no subject and no text');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Subject').fill('Later');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Draft discarded')).toBeVisible();

  await page.goto('/app/inbox?message=1&compose=forward');
  await expect(text).toContainText('Gate 22 asks for a second outlet.');
  await page.goto('/app/inbox?message=14');
  await expect(page.getByText('too large for the letter box')).toBeVisible();
  await expect(page.getByRole('link', { name: 'www.example.com (leads to parcels.example.com)' })).toHaveAttribute(
    'rel',
    /noopener noreferrer/,
  );
  await expect(page.getByRole('link', { name: 'Track the parcel' })).toHaveCount(0);
  await expect(page).toHaveTitle('Email · Voltboard');
  await page.getByRole('button', { name: 'More to do with this message' }).click();
  await page.getByRole('menuitem', { name: 'Spam' }).click();
  await expect(folder(page, 'Spam 1 messages')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(folder(page, 'Trash')).toBeVisible();
  await rows(page).first().getByRole('link').click();
  await expect(folder(page, 'Trash')).toBeHidden();
  await page.getByRole('link', { name: 'Inbox', exact: true }).click();
  await expect(folder(page, 'Trash')).toBeVisible();
  expect(outside).toEqual([]);
});

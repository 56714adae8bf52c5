import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

const PICTURE = {
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('form elements: masks, editors, pickers, sliders and uploads work', async ({ page }) => {
  await openShowcase(page, '/app/forms/elements', 'Form - Inputs & Controls');

  await page.getByLabel('Phone', { exact: true }).pressSequentially('1234567890');
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(123) 456-7890');
  await page.getByLabel('Max length').pressSequentially('abcdef');
  await expect(page.getByLabel('Max length')).toHaveValue('abc');

  await page.getByRole('button', { name: 'Type: Another type' }).click();
  await page.getByRole('menuitemradio', { name: 'Type one' }).click();
  await expect(page.getByRole('button', { name: 'Type: Type one' })).toBeVisible();

  const rich = page.getByRole('textbox', { name: 'Rich text' });
  await rich.click();
  await page.keyboard.type('# Title');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+B');
  await page.keyboard.type('strong');
  await expect(rich.locator('h1')).toHaveText('Title');
  await expect(rich.locator('strong')).toHaveText('strong');
  await widget(page, 'Textareas').getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(rich).toHaveText('');

  const markdown = page.getByRole('textbox', { name: 'Markdown text' });
  await markdown.fill('**bold** ');
  await markdown.press('End');
  await markdown.pressSequentially('@mi');
  await expect(page.getByRole('option', { name: '@milo.hart' })).toBeVisible();
  await markdown.press('Enter');
  await expect(markdown).toHaveValue('**bold** @milo.hart ');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Preview' }).locator('strong')).toHaveText('bold');

  await page.getByRole('textbox', { name: 'Colour' }).fill('#00ff00');
  await expect(page.getByRole('slider', { name: 'Hue' })).toHaveAttribute('aria-valuenow', '120');

  const from = page.getByRole('slider', { name: 'From' });
  await from.focus();
  // The two ends of the range cannot cross.
  for (let step = 0; step < 55; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^From 70 to 70$/)).toBeVisible();

  await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByAltText('Preview of dot.png')).toBeVisible();
  await page.getByLabel('Drop pictures or PDF files here').setInputFiles(PICTURE);
  await expect(page.getByRole('list', { name: 'Accepted files' })).toContainText('dot.png');

  await widget(page, 'Drop Zone').getByRole('button', { name: 'Close' }).click();
  await expect(widget(page, 'Drop Zone')).toBeHidden();
  await expectGoodPage(page);
});

test('validation: each rule reports its error at the right moment', async ({ page }) => {
  await openShowcase(page, '/app/forms/validation', 'Form - Validation');
  const panel = widget(page, 'Dead simple validation');

  const lengthy = panel.getByLabel('Min-length On Change');
  await lengthy.pressSequentially('short');
  await expect(panel.getByText('Write at least 10 characters.')).toBeVisible();
  await lengthy.fill('long enough now');
  await expect(panel.getByText('Write at least 10 characters.')).toBeHidden();

  await panel.getByLabel('E-mail').fill('nobody');
  await expect(panel.getByText('Write a valid e-mail address.')).toBeHidden();
  await panel.getByLabel('E-mail').blur();
  await expect(panel.getByText('Write a valid e-mail address.')).toBeVisible();
  await expect(panel.getByText('This field is required.')).toBeHidden();

  await panel.getByRole('button', { name: 'Validate & Submit' }).click();
  await expect(panel.getByLabel('Simple required')).toBeFocused();
  await expect(panel.getByText('This field is required.').first()).toBeVisible();

  await panel.getByLabel('Simple required').fill('x');
  await panel.getByLabel('E-mail').fill('ada@example.com');
  await panel.getByLabel('Number').fill('12.5');
  await panel.getByLabel('Range').fill('101');
  await panel.getByLabel('Password helpers').fill('secret');
  await panel.getByLabel('Repeat the password').fill('secrets');
  await panel.getByLabel('Website').fill('https://example.com');
  await panel.getByRole('button', { name: 'Validate & Submit' }).click();
  await expect(panel.getByText('Write a number from 10 to 100.')).toBeVisible();
  await expect(panel.getByText('The passwords are not equal.')).toBeVisible();
  await panel.getByLabel('Range').fill('100');
  await panel.getByLabel('Repeat the password').fill('secret');
  await panel.getByRole('button', { name: 'Validate & Submit' }).click();
  await expect(page.getByText('Everything is valid.')).toBeVisible();

  const user = widget(page, 'User form');
  await user.getByLabel('First Name').fill('Tess');
  await user.getByRole('radio', { name: 'Admin' }).check();
  await user.getByRole('button', { name: 'Reset' }).click();
  await expect(user.getByLabel('First Name')).toHaveValue('Ada');
  await expect(user.getByRole('radio', { name: 'User' })).toBeChecked();
  await expectGoodPage(page);
});

test('wizard: each step is validated, values stay, Finish starts over', async ({ page }) => {
  await openShowcase(page, '/app/forms/wizard', 'Form - Wizard');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(page.getByRole('button', { name: 'Previous' })).toBeHidden();
  await expect(page.getByRole('progressbar', { name: 'Step 1 of 4' })).toHaveAttribute('aria-valuenow', '25');
  await next.click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  // The pill of a later step does not skip validation either.
  await page.getByRole('button', { name: '3. Pay' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();

  await page.getByLabel('Username').fill('ada1843');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Address').fill('Mill Lane');
  await next.click();
  await expect(page.getByRole('heading', { name: 'Shipping' })).toBeFocused();

  await page.getByRole('combobox', { name: 'Destination Country' }).fill('Fran');
  await page.getByRole('option', { name: 'France' }).click();
  await page.getByRole('combobox', { name: 'Choose shipping option' }).click();
  await page.getByRole('option', { name: 'Express, two days' }).click();
  await page.getByLabel('Destination Zip Code').pressSequentially('123456');
  await expect(page.getByLabel('Destination Zip Code')).toHaveValue('123-456');
  await page.getByLabel('Destination Address').fill('4 Mill Lane');

  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('ada1843');
  await next.click();
  await expect(page.getByLabel('Destination Zip Code')).toHaveValue('123-456');
  await next.click();

  await page.getByLabel('Name on the Card').fill('Ada Brook');
  await page.getByRole('combobox', { name: 'Choose card type' }).click();
  await page.getByRole('option', { name: 'Debit' }).click();
  await page.getByLabel('Card Number').pressSequentially('0000000000000000');
  await page.getByLabel('Expires').click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page
    .getByRole('button', { name: /^\d+ \w+ \d{4}$/ })
    .nth(20)
    .click();
  await next.click();
  await expect(page.getByText('Thank you, ada1843. Your order for France is ready')).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('');
});

// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { sendContactMessage } from '#contract/contact.ts';
import { tokenOf, userOf } from './testing/accounts.ts';
import {
  address,
  atAddress,
  button,
  dialog,
  expectAccessible,
  field,
  fill,
  heading,
  page,
  productPage,
} from './testing/product-page.ts';

const product = productPage();
const TEXT = 'Nine lines about a broken outlet.';
const OWNER = userOf('property', { email: 'owner@hotel.example' });

async function fillForm(): Promise<void> {
  product.open('/app/contact', { as: OWNER });
  fill(await field('Message'), TEXT);
}
const submit = async (): Promise<void> => product.user.click(await button('Submit'));
const message = async (): Promise<string> => ((await field('Message')) as HTMLTextAreaElement).value;
const drafts = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));

test.each([
  [400, { message: 'Write a message first.' }, 'Write a message first.'],
  [409, 'Somebody was faster.', 'Somebody was faster.'],
  [413, '<html>Too large</html>', 'Error'],
  [422, '{}', 'Unprocessable Entity'],
  [429, { message: 'Wait 10 min.' }, 'Wait 10 min.'],
  [503, { message: 'The server is busy.' }, 'The server is busy.'],
])(
  '%i shows its message in a toast and keeps what was typed (docs/threat-model.md#j1)',
  async (status, error, said) => {
    await fillForm();
    product.network.refuse(sendContactMessage, status, error, {
      statusText: status === 422 ? 'Unprocessable Entity' : '',
    });
    await submit();
    await waitFor(() =>
      expect(
        page()
          .getAllByRole('alert')
          .map((one) => one.textContent),
      ).toContain(said),
    );
    expect(address()).toBe('/app/contact');
    expect(await message()).toBe(TEXT);
  },
);

test('500 opens /500 with the reference and returns to the form with its text', async () => {
  await fillForm();
  product.network.refuse(sendContactMessage, 500, { message: 'Something went wrong', id: 'req-7f3a' });
  await submit();
  expect(await page().findByText('req-7f3a')).toBeTruthy();
  expect(address()).toMatch(/^\/500\?/);
  await expectAccessible();
  await product.user.click(await button('Try again'));
  expect(await message()).toBe(TEXT);
  expect(page().getByText('Your unsaved text was restored.')).toBeTruthy();
});

test('403 opens /403', async () => {
  await fillForm();
  product.network.refuse(sendContactMessage, 403, { message: 'No.' });
  await submit();
  await heading('You don’t have access to this');
  expect(address()).toBe('/403');
});

test('401 opens the login page and returns to the form with its text; logging out discards it', async () => {
  await fillForm();
  product.network.refuse(sendContactMessage, 401, { message: 'Sign in first.' });
  await submit();
  await atAddress(/^\/login\?from=%2Fapp%2Fcontact/);
  product.network.on(login, { status: true, data: tokenOf('anew'), role: 'property' });
  fill(await field('Email'), OWNER.email);
  fill(await field('Password'), 'a heron crossed the lake');
  await product.user.click(await button('Login'));
  expect(await message()).toBe(TEXT);
  expect(drafts()).toHaveLength(1);
  await product.user.click(await button('Sign out'));
  await product.user.click(await button('Discard'));
  await atAddress('/login');
  expect(drafts()).toEqual([]);
});

test('an unreachable server shows one line, keeps the page and its text, and gets it once it is back', async () => {
  await fillForm();
  product.network.setDown(true);
  await submit();
  await page().findByText(/^Connection lost\./);
  expect([address(), await message()]).toEqual(['/app/contact', TEXT]);
  await expectAccessible();
  product.network.setDown(false);
  await product.user.click(await button('Try now'));
  await waitFor(() => expect(page().queryByText(/^Connection lost\./)).toBeNull());
  product.network.on(sendContactMessage, { status: true });
  await submit();
  await page().findByText('Your message has been sent');
  await waitFor(async () => expect(await message()).toBe(''));
  expect(product.network.callsOf(sendContactMessage).at(-1)?.body).toMatchObject({ email: OWNER.email, message: TEXT });
});

test('the reader can decline to discard what was typed', async () => {
  await fillForm();
  await product.user.click(await button('Sign out'));
  const question = await dialog('Discard your changes?');
  expect(question.textContent).toContain('Keep editing');
  await product.user.click(await button('Keep editing'));
  expect([address(), await message()]).toEqual(['/app/contact', TEXT]);
});

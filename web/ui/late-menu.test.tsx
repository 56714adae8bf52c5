// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkConnection } from '../lib/connection.ts';
import { lateMenu } from './late-menu.tsx';

type Props = { label: string };

const Menu = ({ label }: Props) => <p>The menu of {label}</p>;

let root: Root;
let page: HTMLElement;
/** Pending module loads, the oldest first. */
let fetches: { come: () => void; fail: () => void }[];

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"status":"ok"}', { headers: { 'content-type': 'application/json' } })),
  );
  // Another test file in the same process may have lost the connection.
  await checkConnection();
  fetches = [];
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  const Part = lateMenu<Props>(
    () =>
      new Promise<typeof Menu>((resolve, reject) => {
        fetches.push({ come: () => resolve(Menu), fail: () => reject(new Error('Failed to fetch')) });
      }),
    ({ label }, reach) => (
      <button type="button" {...reach}>
        {label}
      </button>
    ),
  );
  await act(async () =>
    root.render(
      <>
        <Part label="Paul" />
        <input aria-label="Elsewhere" />
      </>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});

const button = (): HTMLButtonElement | null => page.querySelector('button');
/** Focuses and clicks, as a browser does. */
const press = (): Promise<void> =>
  act(async () => {
    button()?.focus();
    button()?.click();
  });
const end = (how: 'come' | 'fail'): Promise<void> =>
  act(async () => {
    for (const fetching of fetches.splice(0)) fetching[how]();
  });

test('loads nothing until the reader reaches for the button, which announces a menu', async () => {
  expect(fetches).toHaveLength(0);
  expect(button()?.getAttribute('aria-haspopup')).toBe('menu');
  await act(async () => button()?.focus());
  expect(fetches).toHaveLength(1);
  await end('come');
  expect(page.textContent).toBe('Paul');
});

test('one press opens the menu as soon as it has loaded', async () => {
  await press();
  expect(button()?.getAttribute('aria-busy')).toBe('true');
  await end('come');
  expect(page.textContent).toBe('The menu of Paul');
});

test('does not open if the reader has moved the focus meanwhile', async () => {
  await press();
  page.querySelector('input')?.focus();
  await end('come');
  expect(page.textContent).toBe('Paul');
  expect(button()?.getAttribute('aria-busy')).toBe('false');
  await press();
  await end('come');
  expect(page.textContent).toBe('The menu of Paul');
});

test('the next press loads the menu again after a failure', async () => {
  await press();
  await end('fail');
  await expect.poll(() => button()?.getAttribute('aria-busy')).toBe('false');
  await press();
  await end('come');
  expect(page.textContent).toBe('The menu of Paul');
});

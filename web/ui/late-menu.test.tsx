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
/** Answers of the fetches of code that are under way, the oldest first. */
let fetches: { come: () => void; fail: () => void }[];

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"status":"ok"}', { headers: { 'content-type': 'application/json' } })),
  );
  // Another file in the same process may have lost the server.
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
/** As a browser does: what is pressed has the focus. */
const press = (): Promise<void> =>
  act(async () => {
    button()?.focus();
    button()?.click();
  });
const end = (how: 'come' | 'fail'): Promise<void> =>
  act(async () => {
    for (const fetching of fetches.splice(0)) fetching[how]();
  });

test('nothing is fetched before somebody reaches for the button, which says that it opens a menu', async () => {
  expect(fetches).toHaveLength(0);
  expect(button()?.getAttribute('aria-haspopup')).toBe('menu');
  await act(async () => button()?.focus());
  expect(fetches).toHaveLength(1);
  await end('come');
  expect(page.textContent).toBe('Paul');
});

test('it opens by one press, as soon as it is there', async () => {
  await press();
  expect(button()?.getAttribute('aria-busy')).toBe('true');
  await end('come');
  expect(page.textContent).toBe('The menu of Paul');
});

test('it does not open over a reader who has gone on elsewhere', async () => {
  await press();
  page.querySelector('input')?.focus();
  await end('come');
  expect(page.textContent).toBe('Paul');
  expect(button()?.getAttribute('aria-busy')).toBe('false');
  await press();
  await end('come');
  expect(page.textContent).toBe('The menu of Paul');
});

test('one that could not be fetched is fetched by the next press', async () => {
  await press();
  await end('fail');
  await expect.poll(() => button()?.getAttribute('aria-busy')).toBe('false');
  await press();
  await end('come');
  expect(page.textContent).toBe('The menu of Paul');
});

// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkConnection } from '../lib/connection.ts';
import { lazyComponent } from './lazy-component.tsx';

type Props = { isOpen: boolean; onClose: () => void };

const Panel = ({ isOpen }: Props) => (isOpen ? <p>The panel</p> : null);

let root: Root;
let page: HTMLElement;
/** Pending module loads, the oldest first. */
let fetches: { come: () => void; fail: () => void }[];

/** A separate component for each test, because a loaded module is cached. */
const latePanel = () =>
  lazyComponent(
    () =>
      new Promise<typeof Panel>((resolve, reject) => {
        fetches.push({ come: () => resolve(Panel), fail: () => reject(new Error('Failed to fetch')) });
      }),
    ({ onClose: close }) => close(),
  );

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
});

afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});

const onClose = vi.fn();

/** Draws the component on a page that must stay visible. */
function drawn(Part: ComponentType<Props>, isOpen: boolean): Promise<void> {
  return act(async () =>
    root.render(
      <>
        <h1>The page</h1>
        <Part isOpen={isOpen} onClose={onClose} />
      </>,
    ),
  );
}

const press = (name: string): Promise<void> =>
  act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());

const alert = (): string | undefined => page.querySelector('[role="alert"]')?.textContent;

test('a failed load leaves the page visible and can be retried', async () => {
  const Late = latePanel();
  await drawn(Late, true);
  expect(page.textContent).toBe('The page');
  await act(async () => fetches[0]?.fail());
  expect(page.textContent).toContain('The page');
  expect(alert()).toContain('could not be loaded');
  await press('Try again');
  expect(alert()).toBeUndefined();
  await act(async () => fetches[1]?.come());
  expect(page.textContent).toBe('The pageThe panel');
});

test('a failed load can be closed, and reopening loads again', async () => {
  const Late = latePanel();
  await drawn(Late, true);
  await act(async () => fetches[0]?.fail());
  await press('Close');
  expect(onClose).toHaveBeenCalledOnce();
  await drawn(Late, false);
  expect(page.textContent).toBe('The page');
  await drawn(Late, true);
  expect(fetches).toHaveLength(2);
  expect(alert()).toBeUndefined();
  await act(async () => fetches[1]?.come());
  expect(page.textContent).toBe('The pageThe panel');
});

test('offers to reload the document after a second failure while the server answers', async () => {
  const Late = latePanel();
  await drawn(Late, true);
  await act(async () => fetches[0]?.fail());
  await press('Try again');
  await act(async () => fetches[1]?.fail());
  expect(alert()).toContain('There may be a newer version');
  expect([...page.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Reload page', 'Close']);
});

test('does not draw an instance that was never opened, although the code has loaded', async () => {
  const draws: string[] = [];
  const Named = lazyComponent(
    () =>
      Promise.resolve(({ name }: { name: string; isOpen: boolean }) => {
        draws.push(name);
        return null;
      }),
    () => undefined,
  );
  const both = (open: string) =>
    act(async () =>
      root.render(['first', 'second'].map((name) => <Named key={name} name={name} isOpen={name === open} />)),
    );
  await both('first');
  await both('neither');
  expect(new Set(draws)).toEqual(new Set(['first']));
  await both('second');
  expect(draws).toContain('second');
});

import { notifications, notificationsStore } from '@mantine/notifications';
import { act, configure, fireEvent, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { listAlerts } from '#contract/alerts.ts';
import { type CurrentUser, currentUser, logout } from '#contract/auth.ts';
import { liveChanges } from '#contract/live.ts';
import { listNotices } from '#contract/notices.ts';
import { healthz, publicConfig } from '#contract/site.ts';
import { getTodo } from '#contract/todo.ts';
import { checkConnection } from '../../lib/connection.ts';
import { onFirstToast } from '../../ui/toast.ts';
import { begin as beginProduct } from '../begin.tsx';
import { CONFIG, tokenOf, userOf } from './accounts.ts';
import { findViolations } from './find-violations.ts';
import { drawnOnce, IS_DRAWN_TWICE, leaveOutOwnerStacks } from './quick-drawing.ts';
import { lendQuickLabels } from './quick-labels.ts';
import { lendQuickSelectors } from './quick-selectors.ts';
import { quickStyles } from './quick-styles.ts';
import { stubNetwork } from './stub-network.ts';

// The timeout is generous, because other work may share the machine. A missing element still fails the test.
configure({
  asyncUtilTimeout: 120_000,
  // Omits the page's HTML from the message.
  getElementError: (message) => new Error(`${message?.split('\n\nHere are')[0]}`),
});

export type Opening = {
  /** The signed-in user. If absent, there is no session. */
  as?: CurrentUser['role'] | CurrentUser;
  /** Whether the window is too narrow for the sidebar beside the page. */
  isNarrow?: boolean;
  isDark?: boolean;
};

/**
 * Adds browser features that jsdom lacks. Reports that the user prefers reduced motion, so that nothing is animated.
 */
function lendBrowserParts(isNarrow: boolean, isDark: boolean): void {
  const matches = (query: string): boolean =>
    query.includes('reduced-motion') ||
    (isDark && query.includes('dark')) ||
    (query.includes('min-width') ? !isNarrow : isNarrow && query.includes('max-width'));
  window.matchMedia = ((query: string) => ({
    media: query,
    matches: matches(query),
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  })) as never;
  const observer = class {
    observe(_target?: Element) {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
  // Reports every element as visible, because jsdom has no layout.
  const nearObserver = class extends observer {
    private readonly tell: (entries: readonly object[]) => void;
    constructor(tell: (entries: readonly object[]) => void) {
      super();
      this.tell = tell;
    }
    override observe(target?: Element) {
      this.tell([{ isIntersecting: true, target }]);
    }
  };
  Object.assign(globalThis, { ResizeObserver: observer, IntersectionObserver: nearObserver });
  Object.assign(window, { scrollTo: () => {} });
  Object.assign(Element.prototype, { scrollIntoView() {}, scrollTo() {}, scrollBy() {} });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
  Object.assign(document, { fonts: new EventTarget() });
  Object.assign(globalThis, {
    CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&'), supports: () => false },
  });
  // Lists that draw only visible rows need element sizes.
  for (const [size, px] of SIZES)
    Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => px });
}

/** A file that the page saved as a browser download. */
type Download = { readonly name: string; readonly text: () => Promise<string> };

/** Adds object URLs, which jsdom lacks, and records downloads. */
function lendFiles(downloads: Download[]): void {
  const files = new Map<string, Blob>();
  const made = (file: Blob): string => {
    const address = `blob:${files.size}`;
    files.set(address, file);
    return address;
  };
  Object.assign(URL, { createObjectURL: made, revokeObjectURL() {} });
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file === undefined) return HTMLElement.prototype.click.call(this);
    downloads.push({ name: this.download, text: () => file.text() });
  };
}

/** Hides all toasts. This also stops their timers, which would otherwise keep running. */
function hideToasts(): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const { id } of [...shown, ...queue]) if (id) notifications.hide(id);
}

/** Matches React's warning about a newer HTML element that jsdom does not support. */
const UNKNOWN_TO_JSDOM = /^The tag <%s> is unrecognized in this browser\. .* search$/;

const SIZES = [
  ['offsetWidth', 1_000],
  ['offsetHeight', 600],
  ['clientWidth', 1_000],
  ['clientHeight', 600],
] as const;

/**
 * Runs the product in jsdom for each test in a file: its real startup code, router and pages, with a stubbed server. A
 * test fails if it writes to the console, or sends a request that has no stub or violates the contract. Layout, colors
 * and the browser's own behavior are not covered here; the journeys in `e2e/` test them.
 */
export function productPage() {
  leaveOutOwnerStacks();
  lendQuickLabels();
  lendQuickSelectors();
  const network = stubNetwork();
  const kept = {
    fetch: globalThis.fetch,
    error: console.error,
    warn: console.warn,
    getComputedStyle: window.getComputedStyle,
    matchMedia: window.matchMedia,
    scrollTo: window.scrollTo,
    getContext: HTMLCanvasElement.prototype.getContext,
    createObjectURL: URL.createObjectURL,
    revokeObjectURL: URL.revokeObjectURL,
    ResizeObserver: globalThis.ResizeObserver,
    IntersectionObserver: globalThis.IntersectionObserver,
    isAct: (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT,
  };
  // Cached for all tests in a file, because no style sheet changes between them.
  const styles = quickStyles(kept.getComputedStyle);
  let stop: (() => void) | undefined;
  let complaints: string[] = [];
  let expected: RegExp[] = [];
  let user = userEvent.setup();
  let downloads: Download[] = [];

  beforeEach(() => {
    Object.assign(globalThis, { fetch: network.fetch, IS_REACT_ACT_ENVIRONMENT: false });
    [complaints, expected] = [[], [UNKNOWN_TO_JSDOM]];
    const note = (...parts: unknown[]): void => void complaints.push(parts.map(String).join(' '));
    Object.assign(console, { error: note, warn: note });
    Object.assign(window, { getComputedStyle: styles });
    lendBrowserParts(false, false);
    downloads = [];
    lendFiles(downloads);
    user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
    network.reset();
    network.on(healthz, { status: 'ok' });
    network.on(publicConfig, CONFIG);
    network.on(listNotices, { data: [] });
    network.on(listAlerts, { unread: 0, open: 0, waiting: 0, data: [], next_cursor: null });
    network.on(getTodo, { total: 0, data: [] });
    network.on(logout, { status: true });
    network.stream(liveChanges);
  });

  function leave(): void {
    stop?.();
    stop = undefined;
    // A toast requested from now on belongs to a page that no longer exists.
    onFirstToast(() => Promise.reject(new Error('The page is gone.')));
    hideToasts();
    document.body.replaceChildren();
  }

  afterEach(async () => {
    leave();
    network.setDown(false);
    await checkConnection();
    // Waits for a toast whose code was still loading.
    await vi.dynamicImportSettled();
    hideToasts();
    localStorage.clear();
    sessionStorage.clear();
    for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
    const { error, warn, isAct, fetch, matchMedia, scrollTo, getComputedStyle, getContext, ...others } = kept;
    const { createObjectURL, revokeObjectURL, ...observers } = others;
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
    for (const [owner, name] of [
      [document, 'fonts'],
      [globalThis, 'CSS'],
    ] as const)
      Reflect.deleteProperty(owner, name);
    Object.assign(globalThis, { fetch, IS_REACT_ACT_ENVIRONMENT: isAct, ...observers });
    Object.assign(window, { matchMedia, scrollTo, getComputedStyle });
    Object.assign(HTMLCanvasElement.prototype, { getContext });
    Object.assign(console, { error, warn });
    for (const [size] of SIZES)
      Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 0 });
    expect(
      complaints.filter((text) => !expected.some((one) => one.test(text))),
      'the console stays clean',
    ).toEqual([]);
    expect(network.unexpected(), 'every call is one that the test knows and the contract allows').toEqual([]);
  });

  function begin(path: string): void {
    leave();
    window.history.replaceState(null, '', path);
    const root = document.body.appendChild(document.createElement('div'));
    stop = beginProduct(root, IS_DRAWN_TWICE ? createRoot(root) : drawnOnce(createRoot(root)));
  }

  return {
    network,
    /** Opens a URL as the browser would, with or without a session. */
    open: (path: string, { as, isNarrow = false, isDark = false }: Opening = {}): void => {
      lendBrowserParts(isNarrow, isDark);
      if (as !== undefined) {
        const account = typeof as === 'string' ? userOf(as) : as;
        network.on(currentUser, account);
        localStorage.setItem('token', tokenOf(account.email));
        localStorage.setItem('user', JSON.stringify(account));
      }
      begin(path);
    },
    /** Reloads the page, as a user does. */
    reload: (): void => begin(address()),
    /** Allows a console message. */
    expectComplaint: (text: RegExp): void => void expected.push(text),
    /** Clicks the button with that name once it appears. */
    press: async (name: string | RegExp): Promise<void> => user.click(await button(name)),
    get user() {
      return user;
    },
    get downloads(): readonly Download[] {
      return downloads;
    },
  };
}

/** Returns queries for the whole page, including overlays. */
export const page = () => within(document.body);
export const address = (): string => window.location.pathname + window.location.search;
export const atAddress = (expectedAddress: RegExp | string): Promise<void> =>
  waitFor(() => expect(address()).toMatch(expectedAddress));

/** Replaces a field's content, as pasting does. */
export function fill(field: HTMLElement, text: string): void {
  act(() => field.focus());
  fireEvent.change(field, { target: { value: text } });
}
export const field = (label: string | RegExp): Promise<HTMLElement> =>
  page().findByLabelText(label, { selector: 'input, textarea, select' });
export const button = (name: string | RegExp): Promise<HTMLElement> => page().findByRole('button', { name });
/** Resolves to the figure that opens the explanation of this sum. */
export const explained = (label: string): Promise<HTMLElement> => page().findByTitle(`Explain: ${label}`);
export const heading = (name: string | RegExp, level = 1): Promise<HTMLElement> =>
  page().findByRole('heading', { name, level });
export const dialog = (name: string | RegExp): Promise<HTMLElement> => page().findByRole('dialog', { name });
/** Returns queries within a dialog. */
export const inDialog = async (name: string | RegExp) => within(await dialog(name));

/** Resolves to the alert that contains this text. */
export const failure = (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = page()
      .queryAllByRole('alert')
      .find((one) => one.textContent?.includes(text));
    if (found === undefined) throw new Error(`Nothing says that something failed: ${text}`);
    return found;
  });

/** Returns the amounts on screen that are not marked as stale. */
export const amountsInFull = (): string[] =>
  page()
    .queryAllByText(/\$\d/)
    .filter((place) => place.closest('main') !== null)
    .filter((place) => place.closest('[data-kept="true"], [aria-busy="true"]') === null)
    .map(({ textContent }) => textContent ?? '');

/** Expects no violations of the axe rules that need no layout. A real browser checks colors and sizes. */
export const expectAccessible = async (): Promise<void> => expect(await findViolations()).toEqual([]);

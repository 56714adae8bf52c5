import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

/** The demo accounts (docs/decisions.md#fixed-names). */
export const ACCOUNTS = {
  admin: 'admin@demo.voltboard.example',
  property: 'owner@demo.voltboard.example',
  advertiser: 'sponsor@demo.voltboard.example',
} as const;
export type DemoRole = keyof typeof ACCOUNTS;
export const PASSWORD = 'voltboard-demo';

/** Chromium's console message when it draws a map without a graphics card. */
const SOFTWARE_GL = /GL Driver Message/;

/**
 * Disables WebGL, so that the map has no engine. Rendered in software, the engine takes more processor time than
 * everything else together.
 */
export const withoutMap = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: never[]) {
      return kind === 'webgl2' ? null : getContext.call(this, kind as '2d', ...more);
    } as typeof getContext;
  });

/**
 * Watches calls that a busy server rejects with a retry time (docs/threat-model.md#j1). The page must repeat each of
 * these calls, unless the user has left the page before.
 */
function watchPutOff(page: Page) {
  const waiting = new Set<string>();
  const putOff = new Set<string>();
  page.on('response', (answer) => {
    const call = `${answer.request().method()} ${answer.url()}`;
    const isPutOff = answer.status() === 503 && answer.headers()['retry-after'] !== undefined;
    if (!isPutOff) return void waiting.delete(call);
    // The client repeats only GET requests automatically.
    if (answer.request().method() === 'GET') waiting.add(call);
    putOff.add(answer.url());
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) waiting.clear();
  });
  return { waiting, isOfThem: (url: string): boolean => putOff.has(url) };
}

/**
 * Fails a test whose page writes an error or warning to the console, except messages that match `expectedErrors`.
 * Disables the map's engine unless `hasMap` is set.
 */
export const test = base.extend<{ expectedErrors: RegExp[]; hasMap: boolean; consoleWatch: undefined }>({
  hasMap: [false, { option: true }],
  context: async ({ context, hasMap }, use) => {
    if (!hasMap) await withoutMap(context);
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  expectedErrors: async ({}, use) => use([]),
  consoleWatch: [
    async ({ page, expectedErrors }, use) => {
      const errors: { text: string; url: string }[] = [];
      const { waiting, isOfThem } = watchPutOff(page);
      page.on('console', (message) => {
        const isWrong = message.type() === 'error' || message.type() === 'warning';
        if (isWrong) errors.push({ text: message.text(), url: message.location().url });
      });
      page.on('pageerror', (error) => errors.push({ text: String(error), url: '' }));
      await use(undefined);
      if (!page.isClosed()) await expect.poll(() => [...waiting], 'what was put off is asked again').toEqual([]);
      const harmless = [...expectedErrors, SOFTWARE_GL];
      const unexpected = errors
        .filter(({ text, url }) => !(/status of 503 /.test(text) && isOfThem(url)))
        .map(({ text }) => text)
        .filter((text) => !harmless.some((expected) => expected.test(text)));
      expect(unexpected, 'the console stays clean').toEqual([]);
    },
    { auto: true },
  ],
});

/** Matches the console message that a browser writes for each 4xx and 5xx response. */
export const REFUSED = /Failed to load resource: .*(40\d|50\d)/;

/** A picture of 2 × 2 pixels, for a file input. */
export const PICTURE_FILE = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGPgqj8ERAwQCgAhYgUt7ihRjwAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Gets a session token for a demo account, directly from the server. */
export async function tokenOf(page: Page, role: DemoRole): Promise<string> {
  const answer = await page.request.post('/api/login', { data: { email: ACCOUNTS[role], password: PASSWORD } });
  const { data } = (await answer.json()) as { data: string };
  return data;
}

/** Starts a session without the login page: stores token and user as the page would. */
export async function signIn(page: Page, role: DemoRole): Promise<void> {
  const token = await tokenOf(page, role);
  const answer = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  const user = await answer.text();
  await page.goto('/favicon.svg');
  await page.evaluate(
    (stored) => {
      localStorage.setItem('token', stored.token);
      localStorage.setItem('user', stored.user);
    },
    { token, user },
  );
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

export const loginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
export const onDashboard = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

/** Sends touch events as a finger does; the browser may take over the move and cancel it for the page. */
export async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 });
  await touch('touchEnd');
  await session.detach();
}

/** The axe rules that depend on the color scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Checks the same page in the given color scheme, with only the rules that depend on colors. */
export async function expectReadableIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  const choose = (name: string) =>
    page.evaluate((chosen) => {
      const before = document.documentElement.getAttribute('data-mantine-color-scheme') ?? '';
      document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
      return before;
    }, name);
  const before = await choose(scheme);
  await expectAccessible(page, (axe) => axe.withRules(OF_COLOURS));
  await choose(before);
}

/**
 * Checks the axe rules that need layout: sizes, scrolling, and colors in both schemes. Tests in jsdom, next to the
 * page's code, check the other rules.
 */
export async function expectReadable(page: Page): Promise<void> {
  // Each axe run has a high fixed cost, so check sizes together with the colors of the current scheme.
  await expectAccessible(page, (axe) => axe.withRules(['target-size', 'scrollable-region-focusable', ...OF_COLOURS]));
  await expectReadableIn(page, (await schemeOf(page)) === 'dark' ? 'light' : 'dark');
}

const schemeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

/** Waits until no content is dimmed as stale and no animation is running. */
async function comeToRest(page: Page): Promise<void> {
  await expect(page.locator('[data-kept="true"]')).toHaveCount(0);
  await page.evaluate(() =>
    // Endless animations, such as a spinner, never finish.
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
}

/** Starts recording whether any content is dimmed. */
const watchForDimmed = (page: Page) =>
  page.evaluateHandle(() => {
    const seen = { isDimmed: false };
    const look = () => {
      if (document.querySelector('[data-kept="true"]') !== null) seen.isDimmed = true;
    };
    look();
    const attributeFilter = ['data-kept'];
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter });
    return seen;
  });

/** Expects no axe violation up to WCAG 2.2 AA by default, once the page is at rest. */
export async function expectAccessible(
  page: Page,
  choose = (axe: AxeBuilder): AxeBuilder =>
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
): Promise<void> {
  let before: string[] = [];
  for (;;) {
    await comeToRest(page);
    const seen = await watchForDimmed(page);
    const found = await findingsOf(page, choose);
    if (found.length === 0) return;
    const isDimmed = await seen.evaluate((marks) => marks.isDimmed);
    // A change during the run, such as a response or a fade, may cause a finding. A finding counts only if the next run
    // reports it again.
    if (!isDimmed && found.join('\n') === before.join('\n')) expect(found).toEqual([]);
    before = isDimmed ? [] : found;
  }
}

async function findingsOf(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // A tooltip for the hovered or focused control is outside the landmarks, but describes its control.
    .exclude('[data-portal]:has(> [role="tooltip"])')
    // Runs axe in the page itself, instead of opening a second page that joins the results from all frames. This halves
    // the time of most journeys.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] });
  const { violations } = await choose(axe).analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations) {
    const judged: typeof nodes = [];
    for (const node of nodes) {
      if (id !== 'target-size' || (await isTooSmall(page, node.target.join(' ')))) judged.push(node);
    }
    if (judged.length > 0) found.push(`${id}: ${judged.map(({ target }) => target.join(' ')).join(' | ')}`);
  }
  return found;
}

/** Checks the element again in the middle of the screen, because a sticky bar may have covered half of the element. */
async function isTooSmall(page: Page, target: string): Promise<boolean> {
  const top = await page.evaluate(() => window.scrollY);
  await page
    .locator(target)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1).include(target);
  const { violations } = await axe.withRules(['target-size']).analyze();
  await page.evaluate((before) => window.scrollTo({ top: before, behavior: 'instant' }), top);
  return violations.length > 0;
}

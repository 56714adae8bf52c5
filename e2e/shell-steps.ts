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

/** What Chromium says of drawing a map without a graphics card. */
const SOFTWARE_GL = /GL Driver Message/;

/** The map's engine in software takes more of the processor than all else together: elsewhere the map stays as it is drawn. */
export const withoutMap = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: never[]) {
      return kind === 'webgl2' ? null : getContext.call(this, kind as '2d', ...more);
    } as typeof getContext;
  });

/**
 * Calls that a server which shares its processor put off: it says so, and when to ask again (docs/threat-model.md#j1). Each has to
 * be asked again, by the page itself, unless the page was left before.
 */
function watchPutOff(page: Page) {
  const waiting = new Set<string>();
  const putOff = new Set<string>();
  page.on('response', (answer) => {
    const call = `${answer.request().method()} ${answer.url()}`;
    const isPutOff = answer.status() === 503 && answer.headers()['retry-after'] !== undefined;
    if (!isPutOff) return void waiting.delete(call);
    // Only what changes nothing is repeated by itself.
    if (answer.request().method() === 'GET') waiting.add(call);
    putOff.add(answer.url());
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) waiting.clear();
  });
  return { waiting, isOfThem: (url: string): boolean => putOff.has(url) };
}

/** Fails a test whose page wrote an error to the console, apart from what `expectedErrors` names. No engine of the map, unless `hasMap`. */
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

/** A browser writes every answer of 4xx and 5xx to the console. */
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

/** A session token of a demo account, straight from the server. */
export async function tokenOf(page: Page, role: DemoRole): Promise<string> {
  const answer = await page.request.post('/api/login', { data: { email: ACCOUNTS[role], password: PASSWORD } });
  const { data } = (await answer.json()) as { data: string };
  return data;
}

/** Begins a session without the login page: token and user in storage, as the page would leave them. */
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

/** A finger as the browser sees it, which may take a move for its own and cancel it for the page. */
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

/** Rules of axe that depend on the scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The same page in the other scheme: only what depends on colours is looked at again. */
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
 * What of axe needs layout: sizes, what scrolls, colours in both schemes. The rest is looked at where the same page is drawn in
 * jsdom, beside its code.
 */
export async function expectReadable(page: Page): Promise<void> {
  // Each look costs as much as many rules: sizes with the colours of the scheme that is shown.
  await expectAccessible(page, (axe) => axe.withRules(['target-size', 'scrollable-region-focusable', ...OF_COLOURS]));
  await expectReadableIn(page, (await schemeOf(page)) === 'dark' ? 'light' : 'dark');
}

const schemeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

/** Nothing waits for its next answer, which dims it on purpose, and nothing moves. */
async function comeToRest(page: Page): Promise<void> {
  await expect(page.locator('[data-kept="true"]')).toHaveCount(0);
  await page.evaluate(() =>
    // What turns for ever, such as a spinner, never comes to rest.
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
}

/** Tells from now on whether anything was dimmed. */
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

/** No finding of axe up to WCAG 2.2 AA, after everything has come to rest. */
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
    // What came or went while axe looked (an answer that was asked for, a fade that began) is gone when it looks again.
    if (!isDimmed && found.join('\n') === before.join('\n')) expect(found).toEqual([]);
    before = isDimmed ? [] : found;
  }
}

async function findingsOf(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // The hint of a control that happens to have pointer or focus stands beside the landmarks; it describes its control.
    .exclude('[data-portal]:has(> [role="tooltip"])')
    // One run in the page instead of a second page that joins the parts of all frames: half the time of most journeys.
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

/** Looked at again in the middle of the screen: the page may have it scrolled half under a bar that stays. */
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

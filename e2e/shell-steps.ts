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
/** A server that shares its processor puts calls off; the page repeats them by itself. */
const PUT_OFF = /status of 503 /;

/** Drawing maps in software takes more of the processor than all else together: what does not look at one gets the list. */
export const withoutMap = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: never[]) {
      return kind === 'webgl2' ? null : getContext.call(this, kind as '2d', ...more);
    } as typeof getContext;
  });

/** Fails a test whose page wrote an error to the console, apart from what `expectedErrors` names. No maps, unless `hasMap`. */
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
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(undefined);
      const harmless = [...expectedErrors, SOFTWARE_GL, PUT_OFF];
      const unexpected = errors.filter((text) => !harmless.some((expected) => expected.test(text)));
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

/** The same page in the other scheme: only what depends on colours is looked at again. */
export async function expectReadableIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  const choose = (name: string) =>
    page.evaluate((chosen) => {
      const before = document.documentElement.getAttribute('data-mantine-color-scheme') ?? '';
      document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
      return before;
    }, name);
  const before = await choose(scheme);
  await expectAccessible(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
  await choose(before);
}

/** No finding of axe up to WCAG 2.2 AA, after everything has come to rest. */
export async function expectAccessible(
  page: Page,
  choose = (axe: AxeBuilder): AxeBuilder =>
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
): Promise<void> {
  await page.evaluate(() =>
    // What turns for ever, such as a spinner, never comes to rest.
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  const axe = new AxeBuilder({ page })
    // The hint of a control that happens to have pointer or focus stands beside the landmarks; it describes its control.
    .exclude('[data-portal]:has(> [role="tooltip"])')
    // One run in the page instead of a second page that joins the parts of all frames: half the time of most journeys.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] });
  const { violations } = await choose(axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  expect(found).toEqual([]);
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, type BrowserContext, expect, type Page, type Route } from '@playwright/test';

/** The demo accounts from docs/decisions.md#fixed-names. */
const ACCOUNTS = { admin: 'admin', property: 'owner', advertiser: 'sponsor' } as const;
export type DemoRole = keyof typeof ACCOUNTS;

/**
 * Signs in through the API, so that journeys start at the dashboard; other journeys test the login page. Returns the
 * token.
 */
export async function signIn(context: BrowserContext, role: DemoRole): Promise<string> {
  const answer = await context.request.post('/api/login', {
    data: { email: `${ACCOUNTS[role]}@demo.voltboard.example`, password: 'voltboard-demo' },
  });
  const { data: token }: { data: string } = await answer.json();
  await context.addInitScript((stored) => localStorage.setItem('token', stored), token);
  return token;
}

/** Opens the dashboard and waits for its cards. */
export async function openDashboard(page: Page, query = ''): Promise<void> {
  await page.goto(`/app/main/dashboard${query}`);
  await expect(page.getByRole('article').first()).toBeVisible();
}

/**
 * Delays files until the returned function is called. After that, `answer` handles each request; by default, it
 * continues the request.
 */
export async function holdFiles(
  page: Page,
  files: string,
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = (): void => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await isReleased;
    await answer(route);
  });
  return release;
}

type DemoOutlet = { readonly eui: string; readonly key: string; readonly flights: readonly string[] };

/** Returns outlets in the demo network with their keys, as the simulator uses them. */
export function demoOutlets(): DemoOutlet[] {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'demo-keys.json');
  const { outlets } = JSON.parse(readFileSync(file, 'utf8')) as { outlets: DemoOutlet[] };
  return outlets;
}

/**
 * Reports current views as the outlet would. These views name no flight, because an outlet cannot show several ads of
 * several seconds each at the same time.
 */
export async function reportViews(request: APIRequestContext, outlet: DemoOutlet, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: 'view',
    eui: outlet.eui,
    timestamp: new Date().toISOString(),
    fingerprint: randomUUID().replaceAll('-', ''),
    ip: '203.0.113.7',
  }));
  const answer = await request.post('/api/ingest/events', {
    data: events,
    headers: { authorization: `Bearer ${outlet.key}` },
  });
  expect(await answer.json()).toMatchObject({ accepted: count });
}

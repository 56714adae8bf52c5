// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSampleSession } from '../features/auth/sample-pages.tsx';
import type { LoadShowcase } from '../lib/showcase-door.ts';
import { mantinePage } from '../ui/testing/mantine-page.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { createAppRouter } from './start.tsx';

/** A showcase with one page. */
const present: LoadShowcase = async () => ({
  pageAt: (path) =>
    path === 'main/visits'
      ? { title: 'Visits', component: Object.assign(() => null, { preload: async () => {} }), params: {} }
      : undefined,
  additionAt: () => undefined,
  screens: () => [],
  Tree: () => null,
});

const draw = mantinePage();
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  beginSampleSession();
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const routerAt = (address: string, showcase: LoadShowcase) =>
  createRouter({
    ...createAppRouter(showcase).options,
    history: createMemoryHistory({ initialEntries: [address] }),
  } as never) as ReturnType<typeof createAppRouter>;

async function placeOf(address: string, showcase: LoadShowcase): Promise<string> {
  const router = routerAt(address, showcase);
  await router.load();
  return router.state.location.pathname;
}

test.each(['/app/main/visits', '/app/ui/alerts', '/app/nonsense', '/nonsense'])(
  'without the showcase %s is not found; with it, unknown addresses redirect to the sample dashboard',
  async (address) => {
    expect(await placeOf(address, null)).toBe('/error');
    expect(await placeOf(address, present)).toBe('/app/main/visits');
  },
);

test('the sidebar offers the showcase only if it is present', () => {
  const namesIn = (showcase: LoadShowcase): string[] => {
    draw(
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={routerAt('/app/home', showcase)}>
          <Sidebar isClosed={false} />
        </RouterContextProvider>
      </QueryClientProvider>,
    );
    return [...document.querySelectorAll('nav button')].map((button) => button.textContent ?? '');
  };
  expect(namesIn(present)).toContain('Demo pages');
  expect(namesIn(null)).not.toContain('Demo pages');
});

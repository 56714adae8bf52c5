import { type ComponentType, createElement } from 'react';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

/**
 * A screen that shows nothing without a server: in a build with VITE_BACKEND=off a page stands in its place that says so.
 * `shows` completes the sentence 'Here would be …'.
 */
export function serverPage<Page extends ComponentType>(page: Page, shows: string) {
  if (HAS_BACKEND) return page;
  return lazyPage(async () => {
    const { NeedsServerPage } = await import('../pages/needs-server-page.tsx');
    return { Stated: () => createElement(NeedsServerPage, { shows }) };
  }, 'Stated');
}

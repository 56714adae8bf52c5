import { type ComponentType, createElement } from 'react';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

/**
 * Wraps a screen that needs a server. A build with VITE_BACKEND=off shows an explanation instead. `shows` completes the
 * sentence 'Here would be …'.
 */
export function serverPage<Page extends ComponentType>(page: Page, shows: string) {
  if (HAS_BACKEND) return page;
  return lazyPage(async () => {
    const { NeedsServerPage } = await import('../pages/needs-server-page.tsx');
    return { Stated: () => createElement(NeedsServerPage, { shows }) };
  }, 'Stated');
}

import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';
import { onFirstToast } from '../toast.ts';

/**
 * Sets up a jsdom page for each test in a file, with the browser features that Mantine needs. Returns a function that
 * renders into the page.
 */
export function mantinePage(): (what: ReactNode) => void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let root: Root;
  const kept = { matchMedia: window.matchMedia, ResizeObserver: globalThis.ResizeObserver };
  beforeEach(() => {
    // Another test file may have registered its own toast container.
    onFirstToast(async () => {});
    const media = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
    window.matchMedia = (() => media) as never;
    globalThis.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    } as never;
    const place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    document.body.replaceChildren();
    Object.assign(window, { matchMedia: kept.matchMedia });
    Object.assign(globalThis, { ResizeObserver: kept.ResizeObserver });
  });
  return (what) => act(() => root.render(<MantineProvider env="test">{what}</MantineProvider>));
}

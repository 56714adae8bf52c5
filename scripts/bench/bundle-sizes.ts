import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findBrowser } from '../find-browser.mjs';

/** Returns the gzipped size of each JavaScript chunk in the build in kB, largest first. */
export function chunkSizes(): { chunk: string; gzipKb: number }[] {
  const folder = 'dist/web';
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => /\.m?js$/.test(name) && statSync(name).isFile())
    .map((name) => ({
      chunk: name.slice(folder.length + 1),
      gzipKb: kb(gzipSync(readFileSync(name), { level: 9 }).length),
    }))
    .sort((a, b) => b.gzipKb - a.gzipKb);
}

const kb = (bytes: number) => Math.round(bytes / 100) / 10;

/**
 * Returns the gzipped size, in kB, of the JavaScript that a fresh browser has loaded when the given element becomes
 * usable.
 */
export async function scriptUntilUsable(
  url: string,
  usable: string,
  token?: { token: string; user: string },
): Promise<number> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  try {
    const page = await browser.newPage();
    if (token)
      await page.addInitScript(
        (stored) =>
          Object.entries(stored).forEach(([name, value]) => {
            localStorage.setItem(name, value);
          }),
        token,
      );
    // The page itself records when the element appears. The driver would notice the element later, when more scripts
    // have loaded.
    await page.addInitScript((selector) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(selector)) return;
        performance.mark('usable');
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    }, usable);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(usable).first().waitFor();
    const scripts = await page.evaluate(() => {
      const [usableAt] = performance.getEntriesByName('usable');
      return performance
        .getEntriesByType('resource')
        .filter(
          (entry) => entry instanceof PerformanceResourceTiming && entry.responseEnd <= (usableAt?.startTime ?? 0),
        )
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /\.m?js$/.test(path));
    });
    return kb(
      scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join('dist/web', path)), { level: 9 }).length, 0),
    );
  } finally {
    await browser.close();
  }
}

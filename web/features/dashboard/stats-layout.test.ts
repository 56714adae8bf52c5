// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getOwnMoney } from '#contract/own-balance.ts';
import { page, productPage } from '../../app/testing/product-page.ts';
import { OWN_MONEY, stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();
const KEPT = 'firstQuestions:property';
afterEach(() => {
  localStorage.removeItem(KEPT);
  vi.restoreAllMocks();
});

test('reserves space for as many answers as last time, and initially for the most', async () => {
  stubDashboard(product.network);
  const places = () => document.querySelectorAll('[role="status"][aria-label="Loading"] dt').length;
  const release = product.network.hold(getOwnMoney, OWN_MONEY);
  product.open('/app/main/dashboard', { as: 'property' });
  await expect.poll(places).toBe(4);
  release();
  const facts = within(await page().findByRole('region', { name: 'Key figures' }));
  const told = facts.getAllByRole('term').length;
  await expect.poll(() => localStorage.getItem(KEPT)).toBe(String(told));
  localStorage.setItem(KEPT, '2');
  const releaseAgain = product.network.hold(getOwnMoney, OWN_MONEY);
  product.reload();
  await expect.poll(places).toBe(2);
  releaseAgain();
  await page().findByRole('region', { name: 'Key figures' });
});

test('releases the remaining space once the user sees nothing below it', async () => {
  stubDashboard(product.network);
  const tellers: ((entries: readonly object[]) => void)[] = [];
  const { IntersectionObserver: before } = globalThis;
  const teller = class extends before {
    constructor(tell: (entries: readonly object[]) => void) {
      super(() => {});
      tellers.push(tell);
    }
  };
  const release = product.network.hold(getOwnMoney, OWN_MONEY);
  product.open('/app/main/dashboard', { as: 'property' });
  vi.spyOn(CSS, 'supports').mockReturnValue(true);
  const ghosts = await page().findByText('Figure 1');
  const room = ghosts.closest<HTMLElement>('div[style*="min-height"], [data-pending] [data-pending]');
  await expect.poll(() => room?.style.minHeight).toMatch(/px$/);
  globalThis.IntersectionObserver = teller as unknown as typeof IntersectionObserver;
  try {
    release();
    await page().findByRole('region', { name: 'Key figures' });
    const tell = (isIntersecting: boolean) => {
      for (const teller of tellers) teller([{ isIntersecting }]);
      return room?.style.minHeight;
    };
    await expect.poll(() => tellers.length).toBeGreaterThan(0);
    expect(tell(true)).toMatch(/px$/);
    await expect.poll(() => tell(false)).toBe('');
  } finally {
    globalThis.IntersectionObserver = before;
  }
});

// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { getOwnMoney } from '#contract/documents.ts';
import { page, productPage } from '../../app/testing/product-page.ts';
import { OWN_MONEY, stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();
const KEPT = 'firstQuestions:property';
afterEach(() => localStorage.removeItem(KEPT));

test('the first questions have room for as many answers as were told last, at first for the most', async () => {
  stubDashboard(product.network);
  const places = () => document.querySelectorAll('[role="status"][aria-label="Loading"] dt').length;
  const release = product.network.hold(getOwnMoney, OWN_MONEY);
  product.open('/app/main/dashboard', { as: 'property' });
  await expect.poll(places).toBe(4);
  release();
  const facts = within(await page().findByRole('region', { name: 'First questions' }));
  const told = facts.getAllByRole('term').length;
  await expect.poll(() => localStorage.getItem(KEPT)).toBe(String(told));
  localStorage.setItem(KEPT, '2');
  const releaseAgain = product.network.hold(getOwnMoney, OWN_MONEY);
  product.reload();
  await expect.poll(places).toBe(2);
  releaseAgain();
  await page().findByRole('region', { name: 'First questions' });
});

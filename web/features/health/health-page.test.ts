// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getHealth, type Health } from '#contract/health.ts';
import { expectAccessible, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();

const WELL: Health = {
  at: '2026-11-22T12:00:00.000Z',
  stores: [
    { name: 'accounts', engine: 'embedded', answers: true },
    { name: 'events', engine: 'clickhouse_cluster', answers: true },
  ],
  ledger: { checked_at: '2026-11-22T04:07:00.000Z', entries: 1_204, documents: 12, months: 3, faults: 0 },
  figures: { checked_at: '2026-11-22T03:47:00.000Z', weeks: 14, differing: 0, repaired: 0, missing: 0 },
  sealed_until: '2026-11-19T00:00:00.000Z',
  disk: { free_bytes: 50 * 1024 ** 3, total_bytes: 100 * 1024 ** 3 },
  backup: { at: '2026-11-22T02:00:00.000Z', folder: '/backups/2026-11-22' },
  jobs: [
    {
      kind: 'backup',
      state: 'failed',
      asked_at: '2026-11-22T02:00:00.000Z',
      ended_at: '2026-11-22T02:00:09.000Z',
      failure: 'The disk is full.',
    },
  ],
  recurring: [
    {
      name: 'closing months',
      begun_at: '2026-11-22T11:50:00.000Z',
      ended_at: '2026-11-22T11:50:02.000Z',
      failure: null,
    },
  ],
};
const warnings = () => [...document.querySelectorAll('[data-warning] dt')].map(({ textContent }) => textContent);

test('reports a healthy installation, with the time of each check and the reason of a failed job', async () => {
  product.network.on(getHealth, WELL);
  product.open('/admin/health', { as: 'admin' });
  await page().findByText(/^1,204 entries and 12 documents verified /);
  await page().findByText(/^14 weeks compared with the events /);
  await page().findByText('/backups/2026-11-22');
  await page().findByText('50.0 GB free');
  await page().findByText('SQLite in the data folder');
  await page().findByText('ClickHouse cluster');
  await page().findByText('The disk is full.');
  await page().findByText('Closing months');
  expect(warnings()).toEqual([]);
  await expectAccessible();
});

test('marks faults, late or missing checks, and a store that does not answer', async () => {
  product.network.on(getHealth, {
    ...WELL,
    stores: WELL.stores.map((store) => ({ ...store, answers: store.name === 'accounts' })),
    ledger: { ...WELL.ledger, checked_at: '2026-11-20T04:07:00.000Z', entries: 1, documents: 1, months: 1, faults: 1 },
    figures: { checked_at: WELL.at, weeks: 1, differing: 0, repaired: 0, missing: 1 },
    sealed_until: null,
    backup: null,
    jobs: [],
    recurring: [],
    disk: { free_bytes: 1024 ** 3, total_bytes: 100 * 1024 ** 3 },
  });
  product.open('/admin/health', { as: 'admin' });
  await page().findByText('1 discrepancy');
  await page().findByText(/verified .*\. This check is late\.$/);
  await page().findByText('1 week lacks events');
  await page().findByText('Unavailable');
  await page().findByText('No manual jobs');
  await page().findByText('No jobs have run yet');
  expect(warnings()).toEqual(['Ledger', 'Figures', 'Figures final through', 'Last backup', 'Data folder disk']);
  await expectAccessible();
});

test('shows the last result of each scheduled job: done, running, or the reason of its failure', async () => {
  const begun_at = '2026-11-22T11:50:00.000Z';
  product.network.on(getHealth, {
    ...WELL,
    jobs: [],
    recurring: [
      { name: 'closing months', begun_at, ended_at: '2026-11-22T11:50:02.000Z', failure: null },
      { name: 'forgetting visitors', begun_at, ended_at: '2026-11-21T04:17:30.000Z', failure: null },
      { name: 'removing old events', begun_at, ended_at: null, failure: null },
      { name: 'verifying the ledger', begun_at, ended_at: begun_at, failure: 'The store is away.' },
    ],
  });
  product.open('/admin/health', { as: 'admin' });
  const rows = await page().findAllByRole('row', { name: /^(Closing|Forgetting|Removing|Verifying) / });
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Closing monthsDone'),
    expect.stringContaining('Forgetting visitorsRunning'),
    expect.stringContaining('Removing old eventsRunning'),
    expect.stringContaining('Verifying the ledgerThe store is away.Failed'),
  ]);
  await expectAccessible();
});

test('reserves the space while loading, and shows a failed load with a retry', async () => {
  let answer = (_: Health): void => undefined;
  product.network.on(getHealth, () => new Promise((done) => (answer = done)));
  product.open('/admin/health', { as: 'admin' });
  await page().findByRole('heading', { name: 'At a glance' });
  await waitFor(() => expect(product.network.callsOf(getHealth)).not.toEqual([]));
  expect(page().queryByText('OK')).toBeNull();
  expect(page().queryByText('No manual jobs')).toBeNull();
  answer(WELL);
  await page().findAllByText('OK');

  product.network.refuse(getHealth, 503, { message: 'The server is busy.' });
  product.open('/admin/health', { as: 'admin' });
  await page().findByText('At a glance: loading failed.');
  product.network.on(getHealth, { ...WELL, ledger: null, figures: null });
  const [again] = await page().findAllByRole('button', { name: /again/i });
  if (again !== undefined) await product.user.click(again);
  await page().findByText('Not verified yet. It is verified every night.');
  await page().findByText('Not compared with the events yet');
  // Before the first night there are no warnings about missing checks.
  expect(warnings()).toEqual([]);
});

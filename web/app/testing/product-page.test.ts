// @vitest-environment jsdom
import { notificationsStore } from '@mantine/notifications';
import { expect, test, vi } from 'vitest';
import { showToast } from '../../ui/toast.ts';
import { button, productPage } from './product-page.ts';

const product = productPage();
let late: Promise<void>;

test('a test may end while a toast is still loading', async () => {
  product.open('/login');
  await button('Login');
  late = showToast({ kind: 'info', message: 'It came late' });
});

test('the next test does not see that toast', async () => {
  await late;
  await vi.dynamicImportSettled();
  await showToast({ kind: 'info', message: 'Of a page that is gone' });
  expect(notificationsStore.getState().notifications).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { createNotices } from '../../notices/create-notices.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';

let server: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  admin = await server.asRole('admin');
});
afterAll(() => server.close());

async function shown(): Promise<unknown> {
  const answer = await server.app.inject({ url: '/api/notices', headers: admin });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

test('shows a notice from raise to end with its newest text, from any process', async () => {
  const { notices } = server.dependencies;
  const other = createNotices({ accounts: server.accounts, now: () => server.clock.ms });
  expect(await shown()).toEqual([]);

  await notices.raise('disk', 'The disk is nearly full.');
  server.clock.ms += MINUTE_MS;
  await other.raise('disk', 'The disk is full.');
  await other.raise('disk', 'The disk is full.');
  expect(await shown()).toEqual([
    { kind: 'disk', text: 'The disk is full.', since_at: new Date(TEST_NOW).toISOString() },
  ]);

  await other.end('disk');
  await other.end('disk');
  expect(await shown()).toEqual([]);
});

test('shows a notice that cannot be stored, and ends it when the store works again', async () => {
  let isFull = true;
  const failing = new Proxy(server.accounts, {
    get: (target, name) => {
      if (isFull && (name === 'insertInto' || name === 'deleteFrom')) throw new Error('disk full');
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const notices = createNotices({ accounts: failing, now: () => server.clock.ms });
  await notices.raise('disk', 'The disk is full.');
  expect(await notices.list()).toMatchObject([{ kind: 'disk', text: 'The disk is full.' }]);
  isFull = false;
  await notices.raise('disk', 'The disk is full.');
  isFull = true;
  expect(await shown()).toMatchObject([{ text: 'The disk is full.' }]);
  await notices.end('disk');
  expect(await shown()).toHaveLength(1);
  isFull = false;
  expect(await notices.list()).toEqual([]);
  expect(await shown()).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ leastFreeBytes: 1e18 });
});
afterAll(() => server.close());

test('while a full disk rejects all events, the server is alive and readable, but not ready', async () => {
  const ready = await server.app.inject('/api/readyz');
  const status = { status: 'not ready', accounts: true, events: false, clock: true, schema: true };
  expect([ready.statusCode, ready.json()]).toEqual([503, status]);
  expect((await server.app.inject('/api/healthz')).statusCode).toBe(200);
  const headers = await server.asRole('admin');
  expect((await server.app.inject({ url: '/api/list/summary', headers })).statusCode).toBe(200);
});

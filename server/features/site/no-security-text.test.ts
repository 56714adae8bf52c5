import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { PUBLIC_URL: 'http://localhost:4000' } });
});
afterAll(() => server.close());

test('without a contact there is no file, even for a browser that requests HTML', async () => {
  const answer = await server.app.inject({ url: '/.well-known/security.txt', headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('SECURITY_CONTACT');
});

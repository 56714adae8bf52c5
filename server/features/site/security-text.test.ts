import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { readConfig } from '../../config/config.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';

const URL = '/.well-known/security.txt';
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({
    env: { SECURITY_CONTACT: 'security@network.example', PUBLIC_URL: 'https://outlets.example/' },
  });
});
afterAll(() => server.close());

const fields = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/s).slice(0, 2));

test('serves the file without a session, as plain text with the fields of RFC 9116', async () => {
  server.clock.ms = TEST_NOW;
  const answer = await server.app.inject({ url: URL });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(fields(answer.body)).toEqual([
    ['Contact', 'mailto:security@network.example'],
    ['Expires', expect.any(String)],
    ['Preferred-Languages', 'en'],
    ['Canonical', 'https://outlets.example/.well-known/security.txt'],
  ]);
  expect((await server.app.inject({ url: URL, method: 'HEAD' })).statusCode).toBe(200);
});

test.each([0, 1, 179, 180, 400, 4000])('after %i days, the expiry is later, and within a year', async (days) => {
  server.clock.ms = TEST_NOW + days * DAY_MS;
  const { Expires } = Object.fromEntries(fields((await server.app.inject({ url: URL })).body));
  const left = Date.parse(Expires ?? '') - server.clock.ms;
  expect(left).toBeGreaterThan(30 * DAY_MS);
  expect(left).toBeLessThan(365 * DAY_MS);
});

describe('settings', () => {
  const contact = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: server.config.dataDir, ...env }).securityContact;

  test('SECURITY_CONTACT takes precedence over CONTACT_EMAIL, and may be a form', () => {
    expect(contact({})).toBeNull();
    expect(contact({ CONTACT_EMAIL: 'a@b.example' })).toBe('mailto:a@b.example');
    expect(contact({ CONTACT_EMAIL: 'a@b.example', SECURITY_CONTACT: 'https://b.example/report' })).toBe(
      'https://b.example/report',
    );
    expect(contact({ SECURITY_CONTACT: '100%@b.example' })).toBe('mailto:100%25@b.example');
  });

  test.each(['http://b.example/report', 'https://', 'nowhere', 'a@b.example\nPolicy: x', 'javascript:a@b'])(
    'rejects %j with a message that shows a valid value',
    (value) => {
      expect(() => contact({ SECURITY_CONTACT: value })).toThrow(/^SECURITY_CONTACT: .*security@example\.com/s);
    },
  );
});

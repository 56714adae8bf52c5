import { expect, test } from 'vitest';
import type { Notices } from './create-notices.ts';
import { plainHttpWarning, tellPlainHttp } from './warn-plain-http.ts';

const REAL = { production: true, publicUrl: 'http://outlets.example.com', host: '0.0.0.0' };

test.each([
  [REAL, true],
  [{ ...REAL, publicUrl: 'http://localhost:4000' }, true],
  [{ ...REAL, host: '192.0.2.1' }, true],
  [{ ...REAL, host: '::' }, true],
  [{ ...REAL, host: '127.0.0.1' }, false],
  [{ ...REAL, host: '::1' }, false],
  [{ ...REAL, publicUrl: 'https://outlets.example.com' }, false],
  [{ ...REAL, production: false }, false],
])('%o: warns of plain HTTP: %s', (config, isSaid) => {
  expect(plainHttpWarning(config) !== null).toBe(isSaid);
});

test('raises the notice until the problem is fixed', async () => {
  const told: string[] = [];
  const notices: Notices = {
    raise: async (kind) => void told.push(`raise ${kind}`),
    end: async (kind) => void told.push(`end ${kind}`),
    list: async () => [],
  };
  expect(await tellPlainHttp(REAL, notices)).toContain('PUBLIC_URL');
  expect(await tellPlainHttp({ ...REAL, publicUrl: 'https://outlets.example.com' }, notices)).toBeNull();
  expect(told).toEqual(['raise plain-http', 'end plain-http']);
});

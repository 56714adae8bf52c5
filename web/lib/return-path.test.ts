import { describe, expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

const ORIGIN = 'https://board.example';
const from = (path: unknown) => safeReturnPath(path, ORIGIN);

describe('the path to return to after signing in (docs/threat-model.md#b8)', () => {
  test.each([
    '/app',
    '/app/main/dashboard',
    '/app/main/dashboard?q=Grand%20Harbor&eui=00a1b2c3d4e5f607',
    '/app/extra/search?q=a#top',
    '/admin/users',
  ])('accepts %s', (path) => {
    expect(from(path)).toBe(path);
  });

  test.each([
    undefined,
    null,
    7,
    '',
    '/',
    '//e',
    '//e/app',
    '///e/app',
    '/\\e',
    '/\\/e/app',
    '\\\\e',
    '/app\\..\\..\\e',
    'https:e',
    'https://e/app',
    'https:/app',
    'HTTPS://board.example.e/app',
    'javascript:alert(1)',
    'JavaScript:alert(1)//app',
    'data:text/html,app',
    '%2f%2fe',
    '%2fapp',
    '/login',
    '/login?from=/app',
    '/app/../login',
    '/app/../../login',
    '/app/..//e',
    '/application',
    '/apple',
    '/api/list',
    '/app\r\nLocation: //e',
    '/app\t',
    ' /app',
    '/app\u0000',
    '/app//e',
    'app/main',
    '@e/app',
    '/500?from=/app',
    `/app/${'a'.repeat(3000)}`,
  ])('replaces %j with /app', (path) => {
    expect(from(path)).toBe('/app');
  });
});

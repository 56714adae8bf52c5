import { expect, test } from 'vitest';
import { failureId, failureMessage } from './api-client.ts';

test("prefers error.message of the body, then the body as text, then the error's own message, then 'Error'", () => {
  expect(failureMessage({ error: { message: 'Outlet is unknown.' } }, 'Bad Request')).toBe('Outlet is unknown.');
  expect(failureMessage('Outlet is unknown.', 'Bad Request')).toBe('Outlet is unknown.');
  expect(failureMessage({}, 'Bad Request')).toBe('Bad Request');
  expect(failureMessage(null)).toBe('Error');
  expect(failureMessage([], '')).toBe('Error');
  expect(failureMessage({ detail: 'unknown' }, 'Bad Request')).toBe('{"detail":"unknown"}');
  expect(failureMessage({ error: 'text' })).toBe('{"error":"text"}');
});

test.each([
  '<html><body>502 Bad Gateway</body></html>',
  '  <!doctype html>',
  'Bad <b>gateway</b>',
  '<script>alert(1)</script>',
])('does not show markup such as %s (docs/threat-model.md#j2)', (page) => {
  expect(failureMessage(page)).toBe('Error');
  expect(failureMessage(page, 'Bad Gateway')).toBe('Error');
  expect(failureMessage({ error: { message: page } })).toBe('Error');
});

test('does not take a comparison for markup', () => {
  expect(failureMessage('start must be < end')).toBe('start must be < end');
});

test('cuts a long text to 300 characters', () => {
  expect(failureMessage('x'.repeat(1000))).toHaveLength(300);
});

test('finds the reference of the log', () => {
  expect(failureId({ error: { message: 'Something went wrong', id: 'req-1' } })).toBe('req-1');
  expect(failureId({ error: { message: 'Something went wrong' } })).toBeNull();
  expect(failureId('text')).toBeNull();
});

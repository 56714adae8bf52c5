import { expect, test } from 'vitest';
import { failureId, failureMessage } from './failure-message.ts';

test("error.message of the body comes first, then the body as text, then the error's own message, then Error", () => {
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
])('markup such as %s is not shown (docs/threat-model.md#j2)', (page) => {
  expect(failureMessage(page)).toBe('Error');
  expect(failureMessage(page, 'Bad Gateway')).toBe('Error');
  expect(failureMessage({ error: { message: page } })).toBe('Error');
});

test('a comparison is not markup', () => {
  expect(failureMessage('start must be < end')).toBe('start must be < end');
});

test('a long text is cut to 300 characters', () => {
  expect(failureMessage('x'.repeat(1000))).toHaveLength(300);
});

test('the reference of the log is found', () => {
  expect(failureId({ error: { message: 'Something went wrong', id: 'req-1' } })).toBe('req-1');
  expect(failureId({ error: { message: 'Something went wrong' } })).toBeNull();
  expect(failureId('text')).toBeNull();
});

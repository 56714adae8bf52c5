import { expect, test } from 'vitest';
import { alphanumeric, digits, email, letters, minLength, must, number, range, website } from './validation-rules.ts';

test.each([
  ['a required field', must(), 'x', ''],
  ['ten characters', must(minLength(10)), '0123456789', '012345678'],
  ['an e-mail address', email, 'ada@example.com', 'ada@example'],
  ['a number', number, '-12.5', '12a'],
  ['10 to 100, its lower end', range(10, 100), '10', '9.99'],
  ['10 to 100, its upper end', range(10, 100), '100', '101'],
  ['a web address', website, 'https://example.com/a?b', 'example.com'],
  ['no other kind of address', website, 'http://example.com', 'javascript:alert(1)'],
  ['letters', letters, 'Élan Vital', 'Elan 4'],
  ['letters and numbers', alphanumeric, 'ada1843', 'ada-1843'],
  ['six digits', digits(6), '123 456', '12345'],
] as const)('%s', (_what, rule, good, bad) => {
  expect(rule(good)).toBeNull();
  expect(rule(bad)).toMatch(/\.$/);
});

test('an optional field may stay empty', () => {
  for (const rule of [email, number, range(10, 100), website, minLength(6)]) expect(rule('')).toBeNull();
});

test('reports the first broken rule', () => {
  expect(must(minLength(6), email)('')).toBe('This field is required.');
  expect(must(minLength(6), email)('a@b')).toBe('Write at least 6 characters.');
});

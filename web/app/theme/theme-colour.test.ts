import { expect, test } from 'vitest';
import { DEFAULT_THEME_COLOUR, THEME_COLOURS, validThemeColour } from './theme-colour.ts';

test('the default is 333964 and is offered first (docs/specification.md#constants)', () => {
  expect(DEFAULT_THEME_COLOUR).toBe('333964');
  expect(THEME_COLOURS[0]?.code).toBe('333964');
});

test.each([
  null,
  '',
  'red;}body{background:url(//e)',
  '#333964',
  '333964;',
  '33396',
  '3339644',
  'GGGGGG',
  'ABCDEF',
  ' 333964',
])('does not use a stored %j in styles (docs/threat-model.md#b11)', (stored) => {
  expect(validThemeColour(stored)).toBe('333964');
});

test('uses six lowercase hex digits', () => {
  expect(validThemeColour('3390c3')).toBe('3390c3');
});

// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { keepingChoices } from './lasting-choices.ts';

beforeEach(() => localStorage.clear());

test('appearance settings survive clearing the storage; everything else is removed', async () => {
  localStorage.setItem('themeColor', '6d3fc4');
  localStorage.setItem('token', 'secret');
  await keepingChoices(async () => localStorage.clear());
  expect({ ...localStorage }).toEqual({ themeColor: '6d3fc4' });
});

test('keeps a choice made in the meantime', async () => {
  localStorage.setItem('colorScheme', 'dark');
  await keepingChoices(async () => localStorage.setItem('colorScheme', 'light'));
  expect(localStorage.getItem('colorScheme')).toBe('light');
});

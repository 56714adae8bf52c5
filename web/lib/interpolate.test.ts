// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { interpolate } from './interpolate.ts';

test('a text with strings and numbers becomes a string', () => {
  expect(interpolate('{count} of {total} outlets', { count: 3, total: '1,222' })).toBe('3 of 1,222 outlets');
});

test('a value that contains braces is not filled again', () => {
  expect(interpolate('“{name}” by {by}', { name: '{by}', by: 'Ada' })).toBe('“{by}” by Ada');
});

test('a text with elements becomes a node in the order of the text', () => {
  const { container } = render(
    createElement('p', null, interpolate('By {by}, {at}.', { by: createElement('b', null, 'Ada'), at: 'today' })),
  );
  expect(container.innerHTML).toBe('<p>By <b>Ada</b>, today.</p>');
});

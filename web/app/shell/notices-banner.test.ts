import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NoticeList } from './notices-banner.tsx';

const draw = (notices: { kind: string; text: string; since_at: string }[]) =>
  renderToStaticMarkup(createElement(NoticeList, { notices }));

test('each notice shows its text and start time, in the given order', () => {
  const markup = draw([
    { kind: 'disk', text: 'The disk is full.', since_at: '2026-11-20T12:00:00.000Z' },
    { kind: 'other', text: 'Sums are being put right.', since_at: '2026-11-21T12:00:00.000Z' },
  ]);
  expect(markup.match(/<li>/g)).toHaveLength(2);
  expect(markup.indexOf('The disk is full.')).toBeLessThan(markup.indexOf('Sums are being put right.'));
  expect(markup).toContain('dateTime="2026-11-20T12:00:00.000Z"');
});

test('draws nothing without a notice', () => {
  expect(draw([])).toBe('');
});

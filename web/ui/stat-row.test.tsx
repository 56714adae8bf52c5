// @vitest-environment jsdom
import { render, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressBar } from './stat-row.tsx';

const drawn = (value: number, end?: string) => {
  const progress = { value, maximum: 50_000, ...(end === undefined ? {} : { end }) };
  const { container } = render(<ProgressBar label="Views" {...progress} />);
  const bar = within(container).getByRole('progressbar', { name: 'Views' });
  return {
    text: container.textContent,
    now: bar.getAttribute('aria-valuenow'),
    says: bar.getAttribute('aria-valuetext'),
  };
};

test('a bar shows its maximum, and whether the value exceeds it', () => {
  expect(drawn(25_000, '50,000')).toEqual({ text: 'of 50,000', now: '25000', says: null });
  expect(drawn(50_000, '50,000')).toEqual({ text: 'of 50,000', now: '50000', says: null });
  expect(drawn(50_001, '50,000')).toEqual({ text: 'over 50,000', now: '50000', says: 'over 50,000' });
  expect(drawn(75_000)).toEqual({ text: '', now: '50000', says: null });
});

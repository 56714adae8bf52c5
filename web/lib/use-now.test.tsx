// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNow } from './use-now.ts';

test('returns one value per render although the clock advances', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let at = 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => ++at);
  const Present = () => <p>{useNow()}</p>;
  render(<Present />).unmount();
  expect(complaints).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast } from './brand-shades.ts';

const css = readFileSync('web/app/theme/tokens.css', 'utf8');

function tokensOf(scheme: 'light' | 'dark'): Map<string, string> {
  const block = new RegExp(`color-scheme=.${scheme}.\\] \\{([^}]*)`).exec(css)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*#([0-9a-f]{3,6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex,
    ]),
  );
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const tokens = tokensOf(scheme);
  const colour = (name: string): string => tokens.get(name) ?? expect.unreachable(`${name} is missing`);
  const surfaces = ['--vb-page', '--vb-surface', '--vb-surface-raised', '--vb-surface-sunken'];

  test.each(['--vb-text', '--vb-text-muted', '--vb-text-faint'])('%s is readable on every surface', (text) => {
    for (const surface of surfaces) expect(contrast(colour(text), colour(surface))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['online', 'late', 'offline', 'never'])(
    'the status %s is readable on a card and on its soft background',
    (status) => {
      for (const ground of ['--vb-surface', `--vb-status-${status}-soft`])
        expect(contrast(colour(`--vb-status-${status}`), colour(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([2, 3, 4, 5, 6, 7, 8])('data series %i stands out from the card', (series) => {
    expect(contrast(colour(`--vb-series-${series}`), colour('--vb-surface'))).toBeGreaterThanOrEqual(3);
  });

  test.each(['success', 'info', 'warning', 'danger', 'secondary', 'ink'])('the tone %s is readable', (tone) => {
    expect(contrast('ffffff', colour(`--mantine-color-${tone}-filled`))).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['--vb-surface', '--vb-page', `--mantine-color-${tone}-light`])
      expect(contrast(colour(`--mantine-color-${tone}-text`), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('the border of a field stands out', () => {
    for (const surface of ['--vb-surface', '--vb-surface-raised'])
      expect(contrast(colour('--vb-border-control'), colour(surface))).toBeGreaterThanOrEqual(3);
  });
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast } from './brand-shades.ts';
import { APART, dataShade, distance, FIXED_SERIES } from './data-shade.ts';
import { THEME_COLOURS } from './theme-colour.ts';

const css = readFileSync('web/app/theme/tokens.css', 'utf8');
const SCHEMES = ['light', 'dark'] as const;

describe.each(SCHEMES)('in the %s scheme', (scheme) => {
  const { card, series } = FIXED_SERIES[scheme];

  test('the other series and the card equal the tokens', () => {
    const block = new RegExp(`color-scheme=.${scheme}.\\] \\{([^}]*)`).exec(css)?.[1] ?? '';
    const tokens = [...block.matchAll(/--vb-series-[2-8]: #([0-9a-f]{6});/g)].map(([, hex]) => hex);
    expect(tokens).toEqual(series);
    const surface = /--vb-surface: #([0-9a-f]+);/.exec(block)?.[1] ?? '';
    expect(surface.length === 3 ? surface.repeat(2) : surface).toBe(card);
  });

  test.each(THEME_COLOURS)('all eight series are distinguishable under the theme color $name', ({ code }) => {
    const first = dataShade(code, scheme).slice(1);
    for (const other of series) expect(distance(first, other)).toBeGreaterThanOrEqual(APART);
  });

  test('the first series stands out from the card and the other series for any color', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const first = dataShade(number.toString(16).padStart(6, '0'), scheme).slice(1);
        expect(contrast(first, card)).toBeGreaterThanOrEqual(3);
        for (const other of series) expect(distance(first, other)).toBeGreaterThanOrEqual(0.08);
      }),
      { numRuns: 100 },
    );
  });
});

test('uses the button color unchanged if it is far from the other series', () => {
  expect(dataShade('333964', 'light')).toBe('#333964');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandShades, contrast } from './brand-shades.ts';
import { THEME_COLOURS } from './theme-colour.ts';

const bare = (shade: string): string => shade.slice(1);

describe.each(THEME_COLOURS)('the theme color $name', ({ code }) => {
  const shades = brandShades(code).map(bare);
  const [, tint = '', , onDark = '', , filledOnDark = '', filled = '', darker = ''] = shades;

  test('carries white text in both schemes', () => {
    for (const shade of [filled, darker, filledOnDark]) expect(contrast(shade, 'ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  test('is readable as text on the light page, on cards and on its own tint', () => {
    for (const surface of ['ffffff', 'f6f7f9', tint]) expect(contrast(darker, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test('is readable as text on the dark page, on cards and on raised surfaces', () => {
    for (const surface of ['0e1116', '161a21', '1e232c']) expect(contrast(onDark, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test('stands out from the dark card as a button', () => {
    expect(contrast(filledOnDark, '161a21')).toBeGreaterThanOrEqual(3);
  });
});

test('uses a color unchanged if it is dark enough', () => {
  expect(brandShades('333964')[6]).toBe('#333964');
  expect(brandShades('3846aa')[6]).toBe('#3846aa');
});

test('any color yields ten shades that keep text readable', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const shades = brandShades(number.toString(16).padStart(6, '0'));
      expect(shades).toHaveLength(10);
      for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast(bare(shades[6]), 'ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(bare(shades[5]), 'ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(bare(shades[3]), '161a21')).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 300 },
  );
});

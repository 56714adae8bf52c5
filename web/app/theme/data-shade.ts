import { brandShades, codeOfOklch, contrast, type Oklch, oklchOfCode } from './brand-shades.ts';

/**
 * Colors of the data series after the first, and of the card behind the charts. A test verifies that tokens.css has the
 * same colors.
 */
export const FIXED_SERIES = {
  light: { card: 'ffffff', series: ['d55e00', '0a7fc2', '00866b', 'b8578f', '8a6d00', '6f5bd0', '5b6472'] },
  dark: { card: '161a21', series: ['f28e4c', '56b4e9', '2cbf96', 'e39ac4', 'dcbf45', 'a99df2', 'b0b8c4'] },
} as const;
type Scheme = keyof typeof FIXED_SERIES;

/** Minimum contrast between a line or area and its card (3:1). */
const GRAPHIC_CONTRAST = 3;
/**
 * Minimum distance between two series' colors in OKLab, where equal distances look equal. With closer colors, two lines
 * in a chart look the same.
 */
export const APART = 0.1;
const STEP = 0.01;
const FARTHEST = 0.4;

/** Returns the perceived distance between two colors of six hex digits, from 0 to about 1. */
export function distance(one: string, other: string): number {
  const [a, b] = [oklchOfCode(one), oklchOfCode(other)];
  return Math.hypot(
    a.lightness - b.lightness,
    a.chroma * Math.cos(a.hue) - b.chroma * Math.cos(b.hue),
    a.chroma * Math.sin(a.hue) - b.chroma * Math.sin(b.hue),
  );
}

/**
 * Returns the color of a scheme's first data series for a theme color (six hex digits). This is the theme color's usual
 * shade if that differs enough from the other seven series. Otherwise, it is the nearest lighter or darker shade that
 * does.
 */
export function dataShade(code: string, scheme: Scheme): string {
  const { card, series } = FIXED_SERIES[scheme];
  const usual = oklchOfCode((brandShades(code)[scheme === 'light' ? 6 : 4] ?? '').slice(1));
  const shades = around(usual).filter((shade) => contrast(shade, card) >= GRAPHIC_CONTRAST);
  const nearestOf = (shade: string): number => Math.min(...series.map((other) => distance(shade, other)));
  const apart = shades.find((shade) => nearestOf(shade) >= APART);
  // A gray theme color may be close to every gray series, so use the shade that is farthest from all of them.
  const chosen = apart ?? shades.reduce((best, shade) => (nearestOf(shade) > nearestOf(best) ? shade : best));
  return `#${chosen}`;
}

/** Returns shades of one hue, ordered by their distance in lightness. */
function around(usual: Oklch): string[] {
  const steps = Array.from({ length: Math.round(FARTHEST / STEP) }, (_, index) => (index + 1) * STEP);
  return [0, ...steps.flatMap((step) => [-step, step])]
    .map((offset) => usual.lightness + offset)
    .filter((lightness) => lightness >= 0.1 && lightness <= 0.97)
    .map((lightness) => codeOfOklch({ ...usual, lightness }));
}

/** Ten shades of the theme color, from light to dark, in Mantine's order. */
export type BrandShades = readonly [string, string, string, string, string, string, string, string, string, string];

type Rgb = readonly [number, number, number];
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

/**
 * Minimum contrast of links and of text on filled surfaces. Slightly more than the required 4.5 (docs/look.md#colour),
 * because shades are rounded to bytes.
 */
const TEXT_CONTRAST = 4.6;

const toLinear = (byte: number): number => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const toByte = (linear: number): number => {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
};

const rgbOf = (code: string): Rgb => [
  Number.parseInt(code.slice(0, 2), 16),
  Number.parseInt(code.slice(2, 4), 16),
  Number.parseInt(code.slice(4, 6), 16),
];
const codeOf = (rgb: Rgb): string => rgb.map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Converts to Björn Ottosson's OKLab, in which equal steps in lightness look equal. */
function oklchOf(rgb: Rgb): Oklch {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: Math.atan2(bb, a),
  };
}

function rgbOfOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Converts a color of six hex digits to lightness, chroma and hue (in radians). */
export const oklchOfCode = (code: string): Oklch => oklchOf(rgbOf(code));
export const codeOfOklch = (colour: Oklch): string => codeOf(rgbOfOklch(colour));

const luminance = (rgb: Rgb): number =>
  0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);

/** Returns the WCAG contrast between two colors of six hex digits. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Returns the color itself if white text is readable on it, else the nearest darker color on which white text is
 * readable.
 */
function darkEnoughForWhite(colour: Oklch): Oklch {
  let { lightness } = colour;
  while (contrast(codeOf(rgbOfOklch({ ...colour, lightness })), 'ffffff') < TEXT_CONTRAST) lightness -= 0.005;
  return { ...colour, lightness };
}

/**
 * Returns the shades of a theme color (six hex digits, without '#'). Shade 6 is for buttons in the light scheme, shade
 * 5 in the dark scheme; both have white text. Shade 3 is for text on dark surfaces, and shade 7 for text on light
 * surfaces and on the tints 0 and 1.
 */
export function brandShades(code: string): BrandShades {
  const base = oklchOf(rgbOf(code));
  const filled = darkEnoughForWhite(base);
  const tint = (lightness: number, chroma: number): string =>
    `#${codeOf(rgbOfOklch({ lightness, chroma: Math.min(base.chroma, chroma), hue: base.hue }))}`;
  // A nearly black theme color would be invisible on the dark page. This shade therefore ignores the theme color's
  // lightness: it is as light as possible, up to 0.6, with white text still readable.
  const filledOnDark = darkEnoughForWhite({ ...base, lightness: 0.6, chroma: Math.min(base.chroma * 1.3, 0.16) });
  const darker = (step: number): string =>
    `#${codeOf(rgbOfOklch({ ...filled, lightness: Math.max(0.12, filled.lightness - step) }))}`;
  return [
    tint(0.975, 0.012),
    tint(0.945, 0.025),
    tint(0.89, 0.05),
    tint(0.82, 0.085),
    tint(0.74, 0.115),
    `#${codeOf(rgbOfOklch(filledOnDark))}`,
    `#${codeOf(rgbOfOklch(filled))}`,
    darker(0.045),
    darker(0.09),
    darker(0.14),
  ];
}

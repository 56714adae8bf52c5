import { BRAND_CODE, NETWORK_NAME } from '../../lib/page-brand.ts';
import { themeColourStrings as strings } from '../app-strings.ts';
import { brandShades } from './brand-shades.ts';
import { dataShade } from './data-shade.ts';

/** Storage key for the chosen color (docs/specification.md#shell). */
export const THEME_COLOUR_KEY = 'themeColor';
export const DEFAULT_THEME_COLOUR = BRAND_CODE;

/**
 * Theme colors to choose from: the template's six and four more. None has a hue that signals a status
 * (docs/look.md#colour).
 */
const USUAL_COLOURS = [
  { code: '333964', name: strings.indigo },
  { code: '0a0417', name: strings.midnight },
  { code: '4a4657', name: strings.slate },
  { code: '3a3847', name: strings.graphite },
  { code: '3846aa', name: strings.cobalt },
  { code: '3390c3', name: strings.sky },
  { code: '0f6b75', name: strings.petrol },
  { code: '6d3fc4', name: strings.violet },
  { code: '8e2a7b', name: strings.plum },
  { code: '7a5c43', name: strings.walnut },
] as const;

/** The colors to choose from. A brand's own color comes first. */
export const THEME_COLOURS: readonly { readonly code: string; readonly name: string }[] = USUAL_COLOURS.some(
  ({ code }) => code === BRAND_CODE,
)
  ? USUAL_COLOURS
  : [{ code: BRAND_CODE, name: NETWORK_NAME }, ...USUAL_COLOURS];

/**
 * Returns the stored value if it is six hex digits, else the default, because styles must not use anything else
 * (docs/threat-model.md#b11).
 */
export const validThemeColour = (stored: string | null): string =>
  stored !== null && /^[0-9a-f]{6}$/.test(stored) ? stored : DEFAULT_THEME_COLOUR;

export function storedThemeColour(): string {
  try {
    return validThemeColour(localStorage.getItem(THEME_COLOUR_KEY));
  } catch {
    return DEFAULT_THEME_COLOUR;
  }
}

/** Applies a theme color to the page. tokens.css derives all themed colors from these twelve properties. */
export function applyThemeColour(code: string): void {
  const { style } = document.documentElement;
  brandShades(code).forEach((shade, index) => {
    style.setProperty(`--vb-brand-${index}`, shade);
  });
  for (const scheme of ['light', 'dark'] as const)
    style.setProperty(`--vb-brand-data-${scheme}`, dataShade(code, scheme));
}

export function chooseThemeColour(code: string): void {
  const valid = validThemeColour(code);
  applyThemeColour(valid);
  try {
    localStorage.setItem(THEME_COLOUR_KEY, valid);
  } catch {
    // Without storage, the choice lasts until the user leaves the page.
  }
}

import { localStorageColorSchemeManager } from '@mantine/core';

/**
 * Stores the color scheme under the same key as web/public/color-scheme.js, which sets it before the first paint.
 * Values: light, dark, auto.
 */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' });

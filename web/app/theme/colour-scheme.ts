import { localStorageColorSchemeManager } from '@mantine/core';

/**
 * Uses the same key as web/public/color-scheme.js, which sets the scheme before the first paint. Values: light, dark,
 * auto.
 */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' });

/** Returns the path of a Chromium: CHROMIUM_PATH, then the usual system paths. Undefined without one. */
export function findBrowser(): string | undefined;

/** The path of a Chromium: CHROMIUM_PATH, then the usual system paths; undefined without one. */
export function findBrowser(): string | undefined;

/** Returns the path of a Chromium: CHROMIUM_PATH, then the usual system paths. Undefined if there is none. */
export function findBrowser(): string | undefined;

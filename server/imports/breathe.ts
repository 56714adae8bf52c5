/** Yields to the event loop, so that pending work runs before the next lines. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

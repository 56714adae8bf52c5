/** Yields to the event loop: pending work runs before the next lines. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

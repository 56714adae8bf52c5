/** Lets others in: what waits for the thread is done before the next lines. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

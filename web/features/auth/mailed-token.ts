type Purpose = 'verify' | 'reset';

/**
 * Tokens from mailed links, stored only in memory, so that no history, referrer or log contains them
 * (docs/threat-model.md#a10).
 */
const kept = new Map<Purpose, string>();

export const keepMailedToken = (purpose: Purpose, token: string): void => void kept.set(purpose, token);

/** Returns the token from a mailed link; empty if the URL had none. */
export const mailedToken = (purpose: Purpose): string => kept.get(purpose) ?? '';

/** Drops the token after its use. */
export const dropMailedToken = (purpose: Purpose): void => void kept.delete(purpose);

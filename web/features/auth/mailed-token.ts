type Purpose = 'verify' | 'reset';

/**
 * Tokens of mailed links, in memory only, so that no history, referrer or log contains them (docs/threat-model.md#a10).
 */
const kept = new Map<Purpose, string>();

export const keepMailedToken = (purpose: Purpose, token: string): void => void kept.set(purpose, token);

/** The token of the mailed link; empty if the address had none. */
export const mailedToken = (purpose: Purpose): string => kept.get(purpose) ?? '';

/** Drops the token after use. */
export const dropMailedToken = (purpose: Purpose): void => void kept.delete(purpose);

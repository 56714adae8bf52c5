type Purpose = 'verify' | 'reset';

/** Tokens of mailed links, in memory only: no history, referrer or log has them (docs/threat-model.md#a10). */
const kept = new Map<Purpose, string>();

export const keepMailedToken = (purpose: Purpose, token: string): void => void kept.set(purpose, token);

/** Empty when the address had none. */
export const mailedToken = (purpose: Purpose): string => kept.get(purpose) ?? '';

/** It has served. */
export const dropMailedToken = (purpose: Purpose): void => void kept.delete(purpose);

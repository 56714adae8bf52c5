/**
 * The token that stood in the login page's address, in memory only: it leaves the address before any call is made, so
 * that no history, referrer or log has it (security A10, B5).
 */
let pending: string | null = null;

export const keepLoginToken = (token: string): void => {
  pending = token;
};

export const pendingLoginToken = (): string | null => pending;

/** It has been used, refused or declined. */
export const dropLoginToken = (): void => {
  pending = null;
};

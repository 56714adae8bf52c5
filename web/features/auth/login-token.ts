/**
 * What stood in the login page's address, in memory only: it leaves the address before any call is made, so that no
 * history, referrer or log has it (docs/threat-model.md#a10, #b5).
 */
export type LoginTicket =
  /** A one-time code or a session token. */
  | { readonly kind: 'token'; readonly token: string }
  /** A provider wants to be connected with an account that has to prove itself first. */
  | { readonly kind: 'link'; readonly request: string; readonly provider: string };

let pending: LoginTicket | null = null;

export const keepLoginTicket = (ticket: LoginTicket): void => {
  pending = ticket;
};

export const pendingLoginTicket = (): LoginTicket | null => pending;

/** It has been used, refused or declined. */
export const dropLoginTicket = (): void => {
  pending = null;
};

/**
 * The secret from the login page's URL, stored only in memory. The client removes the secret from the URL before any
 * request, so that no history, referrer or log contains it (docs/threat-model.md#a10, #b5).
 */
export type LoginTicket =
  /** A one-time code or a session token. */
  | { readonly kind: 'token'; readonly token: string }
  /** A provider to link to an existing account, whose password must be entered first. */
  | { readonly kind: 'link'; readonly request: string; readonly provider: string };

let pending: LoginTicket | null = null;

export const keepLoginTicket = (ticket: LoginTicket): void => {
  pending = ticket;
};

export const pendingLoginTicket = (): LoginTicket | null => pending;

/** Drops the ticket after it was used, rejected or declined. */
export const dropLoginTicket = (): void => {
  pending = null;
};

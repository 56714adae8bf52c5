/**
 * What the login page's address contained, in memory only. It leaves the address before any call, so that no history,
 * referrer or log contains it (docs/threat-model.md#a10, #b5).
 */
export type LoginTicket =
  /** A one-time code or a session token. */
  | { readonly kind: 'token'; readonly token: string }
  /** A provider to connect with an existing account, which must enter its password first. */
  | { readonly kind: 'link'; readonly request: string; readonly provider: string };

let pending: LoginTicket | null = null;

export const keepLoginTicket = (ticket: LoginTicket): void => {
  pending = ticket;
};

export const pendingLoginTicket = (): LoginTicket | null => pending;

/** Drops the ticket after it was used, refused or declined. */
export const dropLoginTicket = (): void => {
  pending = null;
};

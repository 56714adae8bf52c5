/** EUIs are stored in lower case and shown in upper case (docs/decisions.md#words). */
export const normalEui = (eui: string): string => eui.toLowerCase();
export const shownEui = (eui: string): string => eui.toUpperCase();

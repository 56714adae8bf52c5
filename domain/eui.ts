/** EUIs are stored in lower case and shown in upper case (decisions section 1). */
export const normalEui = (eui: string): string => eui.toLowerCase();
export const shownEui = (eui: string): string => eui.toUpperCase();

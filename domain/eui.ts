/** EUIs are stored in lower case and shown in upper case (docs/decisions.md#words). */
export const normalEui = (eui: string): string => eui.toLowerCase();
export const shownEui = (eui: string): string => eui.toUpperCase();

type Named = { readonly eui: string; readonly label: string };

/** What an outlet is called wherever people read of it. */
export const outletName = ({ eui, label }: Named): string => label || shownEui(eui);

/** The same where outlets of one label are told apart, or are looked for by either. */
export const outletNameWithEui = ({ eui, label }: Named): string =>
  label === '' ? shownEui(eui) : `${label} (${shownEui(eui)})`;

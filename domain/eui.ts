/** EUIs are stored in lower case and displayed in upper case (docs/decisions.md#words). */
export const normalEui = (eui: string): string => eui.toLowerCase();
export const shownEui = (eui: string): string => eui.toUpperCase();

type Named = { readonly eui: string; readonly label: string };

/** Display name of an outlet. */
export const outletName = ({ eui, label }: Named): string => label || shownEui(eui);

/** Display name with the EUI, for lists in which labels repeat or users search by either. */
export const outletNameWithEui = ({ eui, label }: Named): string =>
  label === '' ? shownEui(eui) : `${label} (${shownEui(eui)})`;

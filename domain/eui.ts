/**
 * Returns the stored form of an EUI, which is lower case. `shownEui` returns the displayed form, which is upper case
 * (docs/decisions.md#words).
 */
export const normalEui = (eui: string): string => eui.toLowerCase();
export const shownEui = (eui: string): string => eui.toUpperCase();

type Named = { readonly eui: string; readonly label: string };

/** Returns an outlet's display name. */
export const outletName = ({ eui, label }: Named): string => label || shownEui(eui);

/** Returns a display name that includes the EUI, for lists in which labels repeat or users search by either. */
export const outletNameWithEui = ({ eui, label }: Named): string =>
  label === '' ? shownEui(eui) : `${label} (${shownEui(eui)})`;

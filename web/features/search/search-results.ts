import type { TablerIcon } from '@tabler/icons-react';
import type { SearchHits } from '#contract/search.ts';
import { shownEui } from '#domain/eui.ts';
import { nameKey } from '#domain/name-key.ts';

/** A screen that can be found; `to` within the product, `href` outside it. */
export type Screen = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** What a search may say besides the label. */
  readonly words?: string;
  readonly detail?: string;
  /** Not offered before anything is typed. */
  readonly isOnlyFound?: boolean;
} & ({ readonly to: string } | { readonly href: string });

export type SearchTarget =
  | { readonly to: string; readonly search: Readonly<Record<string, string>> }
  | { readonly href: string };

export type SearchResult = {
  /** Unique among the results. */
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  /** Of a screen; customers and outlets have the icon of their group. */
  readonly icon?: TablerIcon;
  readonly target: SearchTarget;
};

export type ResultGroup = {
  readonly kind: 'screens' | 'customers' | 'outlets';
  readonly title: string;
  readonly results: readonly SearchResult[];
};

const DASHBOARD = '/app/main/dashboard';

/** Longest text the server searches for. */
export const MOST_CHARACTERS = 200;

function screenResults(words: string, screens: readonly Screen[]): SearchResult[] {
  const wanted = nameKey(words);
  return screens
    .filter(({ isOnlyFound = false }) => wanted !== '' || !isOnlyFound)
    .filter(({ label, words: more = '' }) => nameKey(`${label} ${more}`).includes(wanted))
    .map((screen) => ({
      key: `screen-${screen.label}`,
      label: screen.label,
      icon: screen.icon,
      detail: screen.detail ?? ('href' in screen ? 'Opens in a new tab' : 'Screen'),
      target: 'href' in screen ? { href: screen.href } : { to: screen.to, search: {} },
    }));
}

/**
 * What is found for `words`: screens by a plain part of their name (security J6), customers and outlets as the server
 * found them. A customer opens its card on the dashboard, an outlet its list of devices. Empty groups are absent.
 */
export function groupResults(words: string, screens: readonly Screen[], hits: SearchHits | undefined): ResultGroup[] {
  const customers = (hits?.customers ?? []).map(
    ({ id, customer, kind }): SearchResult => ({
      key: `customer-${id}`,
      label: customer,
      detail: kind === 'advertiser' ? 'Advertiser' : 'Outlet owner',
      target: { to: DASHBOARD, search: { q: customer, open: id } },
    }),
  );
  const outlets = (hits?.outlets ?? []).map(
    ({ eui, customer, venue }): SearchResult => ({
      key: `outlet-${eui}`,
      label: shownEui(eui),
      detail: [venue, customer].filter(Boolean).join(' · '),
      target: { to: DASHBOARD, search: { eui: eui.toLowerCase() } },
    }),
  );
  const groups: ResultGroup[] = [
    { kind: 'screens', title: 'Screens', results: screenResults(words, screens) },
    { kind: 'customers', title: 'Customers', results: customers },
    { kind: 'outlets', title: 'Outlets', results: outlets },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

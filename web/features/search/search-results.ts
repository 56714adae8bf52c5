import type { TablerIcon } from '@tabler/icons-react';
import type { SearchHits } from '#contract/search.ts';
import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import { shownEui } from '#domain/eui.ts';
import { nameKey } from '#domain/name-key.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { searchResultsStrings as strings } from './search-strings.ts';

/** A screen that the search finds. `to` is a path inside the product, `href` a URL outside it. */
export type Screen = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** Words that find the screen, in addition to its label. */
  readonly words?: string;
  readonly detail?: string;
  /** Whether the screen is hidden until the user types. */
  readonly isOnlyFound?: boolean;
  /** Whether the page shows sample data. Such pages rank last. */
  readonly isShowcase?: boolean;
} & ({ readonly to: string } | { readonly href: string });

export type SearchTarget =
  | { readonly to: string; readonly search: Readonly<Record<string, string>> }
  | { readonly href: string };

export type SearchResult = {
  /** Unique among the results. */
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  /** A screen's icon. Customers and outlets use their group's icon. */
  readonly icon?: TablerIcon;
  readonly target: SearchTarget;
};

export type ResultGroup = {
  readonly kind:
    | 'screens'
    | 'showcase'
    | 'customers'
    | 'outlets'
    | 'venues'
    | 'campaigns'
    | 'users'
    | 'statements'
    | 'documents';
  readonly title: string;
  readonly results: readonly SearchResult[];
};

const DASHBOARD = '/app/main/dashboard';
const DOCUMENTS = '/app/documents';
const LOCATE = '/app/locate';
const ADMIN_CUSTOMERS = '/admin/customers';
const ADMIN_USERS = '/admin/users';

/** Maximum length of the text that the server searches for, in characters. */
export const MOST_CHARACTERS = 200;

/** The user who searches. Administrators have a screen for each customer. */
export type Reader = { readonly isAdmin: boolean };

const wordsIn = (text: string): string[] => nameKey(text).split(' ').filter(Boolean);

const inSingular = (word: string): string => (/^.{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word);

/**
 * Returns a screen's rank: 0 if its name starts with the words, 1 if the name contains them, and 2 otherwise, because
 * only the screen's other words match.
 */
function distance({ label }: Screen, wanted: readonly string[]): number {
  const name = nameKey(label);
  if (name.startsWith(wanted.join(' '))) return 0;
  return wanted.every((word) => name.includes(word)) ? 1 : 2;
}

function screenResults(words: string, screens: readonly Screen[]): SearchResult[] {
  const wanted = wordsIn(words);
  const shown = screens.filter(({ isOnlyFound = false }) => wanted.length > 0 || !isOnlyFound);
  const withAll = (some: readonly string[]) =>
    shown.filter(({ label, words: more = '' }) => {
      const own = nameKey(`${label} ${more}`);
      return some.every((word) => own.includes(word));
    });
  const asTyped = withAll(wanted);
  // If nothing matches, try the singular: "rates" finds the rate card.
  return (asTyped.length > 0 ? asTyped : withAll(wanted.map(inSingular)))
    .sort((one, other) => distance(one, wanted) - distance(other, wanted))
    .map((screen) => ({
      key: `screen-${'href' in screen ? screen.href : screen.to}`,
      label: screen.label,
      icon: screen.icon,
      detail: screen.detail ?? ('href' in screen ? strings.opensInANewTab : strings.screen),
      target: 'href' in screen ? { href: screen.href } : { to: screen.to, search: {} },
    }));
}

/** Returns the target that opens a customer's card, or an advertiser's drawer, because advertisers have no card. */
const customerTarget = (id: string, name: string, isAdvertiser: boolean, { isAdmin }: Reader): SearchTarget =>
  isAdvertiser
    ? { to: isAdmin ? ADMIN_CUSTOMERS : DASHBOARD, search: isAdmin ? { open: id } : {} }
    : { to: DASHBOARD, search: { q: name, open: id } };

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns a month's first and last day, as dashboard parameters. */
function daysOf(month: string): { start: string; end: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { start: `${month}-01`, end: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

function businessGroups(hits: SearchHits, reader: Reader): ResultGroup[] {
  const customers = hits.customers.map(({ id, customer, kind }) => ({
    key: `customer-${id}`,
    label: customer,
    detail: kind === 'advertiser' ? strings.advertiser : strings.outletOwner,
    target: customerTarget(id, customer, kind === 'advertiser', reader),
  }));
  const outlets = hits.outlets.map(({ eui, label, customer, venue }) => ({
    key: `outlet-${eui}`,
    label: shownEui(eui),
    detail: [label, venue, customer].filter(Boolean).join(' · '),
    target: { to: DASHBOARD, search: { outlet: eui.toLowerCase() } },
  }));
  const venues = hits.venues.map(({ id, venue, customer }) => ({
    key: `venue-${id}`,
    label: venue,
    detail: interpolate(strings.venueOf, { customer }),
    target: { to: LOCATE, search: { q: venue } },
  }));
  const campaigns = (hits.campaigns ?? []).map(({ id, campaign, flight, advertiser }) => ({
    key: `campaign-${id}-${flight}`,
    label: campaign,
    detail: [flight, advertiser].filter(Boolean).join(' · '),
    target: { to: `${reader.isAdmin ? '/admin' : '/app'}/campaigns/${id}`, search: {} },
  }));
  const users = (hits.users ?? []).map(({ id, name, email }) => ({
    key: `user-${id}`,
    label: name || email,
    detail: name ? email : strings.user,
    target: { to: ADMIN_USERS, search: { show: id } },
  }));
  const statements = hits.statements.map(({ customer_id, customer, kind, month }) => ({
    key: `statement-${customer_id}-${month}`,
    label: `${customer}, ${MONTH.format(new Date(`${month}-01T00:00:00Z`))}`,
    detail: kind === 'advertiser' ? strings.campaignsPdf : strings.cardPdf,
    target: {
      to: DASHBOARD,
      search: { ...(kind === 'advertiser' ? {} : { q: customer, open: customer_id }), ...daysOf(month) },
    },
  }));
  const documents = hits.documents.map(({ id, title, number, month, customer }) => ({
    key: `document-${id}`,
    label: `${DOCUMENT_TITLES[title]} ${number}`,
    detail: `${customer} · ${MONTH.format(new Date(`${month}-01T00:00:00Z`))}`,
    target: { to: DOCUMENTS, search: { open: id } },
  }));
  return [
    { kind: 'documents', title: strings.documents, results: documents },
    { kind: 'customers', title: strings.customers, results: customers },
    { kind: 'outlets', title: strings.outlets, results: outlets },
    { kind: 'venues', title: strings.venues, results: venues },
    { kind: 'campaigns', title: strings.campaigns, results: campaigns },
    { kind: 'statements', title: strings.statements, results: statements },
    { kind: 'users', title: strings.users, results: users },
  ];
}

/**
 * Groups the results for `words`: screens with all words in their name or search words (docs/threat-model.md#j6), and
 * the server's results. Screens are listed first if the name of a screen starts with the words, else after the business
 * results. The showcase is last. Empty groups are omitted.
 */
export function groupResults(
  words: string,
  screens: readonly Screen[],
  hits: SearchHits | undefined,
  reader: Reader,
): ResultGroup[] {
  const own = screenResults(
    words,
    screens.filter(({ isShowcase = false }) => !isShowcase),
  );
  const shown = screenResults(
    words,
    screens.filter(({ isShowcase = false }) => isShowcase),
  );
  const business = hits === undefined ? [] : businessGroups(hits, reader);
  const ownGroup: ResultGroup = { kind: 'screens', title: strings.screens, results: own };
  const isMeant = own.some(({ label }) => nameKey(label).startsWith(nameKey(words)));
  const groups = [
    ...(isMeant ? [ownGroup, ...business] : [...business, ownGroup]),
    { kind: 'showcase', title: strings.samplePages, results: shown } as const,
  ];
  return groups.filter(({ results }) => results.length > 0);
}

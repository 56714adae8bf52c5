import type { DevicePage } from '#contract/list.ts';
import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Question } from '../../figures/asked/question.ts';
import type { Figures } from '../../figures/figures.ts';
import { assembleOutlets, type OutletFigures } from '../../figures/project/customer-figures.ts';
import { projectDevice } from '../../figures/project/project-figures.ts';
import { standingOnce } from '../../figures/project/shown-holding.ts';
import { AppError } from '../../http/app-error.ts';
import { keptWith } from '../../memory/kept-with.ts';
import type { Holding, Network } from '../../network/snapshot/whole-network.ts';
import { decodeCursor, encodeCursor, wholeNumber } from './cursor.ts';
import { findHoldings } from './find-outlet.ts';
import { inOrder, outletsInScope } from './outlets-in-scope.ts';

type Reading = Pick<Dependencies, 'figures' | 'now'>;
type DeviceQuery = {
  readonly eui?: string;
  readonly q?: string;
  readonly held?: 'now';
  readonly limit?: string;
  readonly cursor?: string;
  readonly offset?: string;
};

const DEFAULT_LIMIT = 50;

/** A page of devices by EUI; with `eui` that outlet first and then the others at its venue. */
export async function listDevicePage(
  { figures, now }: Reading,
  question: Question,
  query: DeviceQuery,
): Promise<DevicePage> {
  const { scope } = question;
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const network = await figures.network();
  const [chosen] = query.eui === undefined ? [] : await findHoldings(figures, question, query.eui);
  const needle = nameKey(query.q ?? '');
  const customerNeedle = findKey(query.q ?? '');
  const all = query.held === 'now' ? standingHoldings : listHoldings;
  const inScope = await all(figures, network, question);
  const isAsked = ({ outlet, venue, customer }: Holding) =>
    ([outlet.eui, outlet.labelKey, venue.nameKey].some((word) => word.includes(needle)) ||
      customer.findKey.includes(customerNeedle)) &&
    (chosen === undefined || (venue.id === chosen.venue.id && customer.key === chosen.customer.key));
  const listed = needle === '' && chosen === undefined ? inScope : inScope.filter(isAsked);
  const chosenEui = chosen?.outlet.eui ?? null;
  const ordered = chosenEui === null ? listed : chosenFirst(listed, chosenEui);
  const from = query.cursor === undefined ? Number(query.offset ?? 0) : placeAfter(ordered, query.cursor, chosenEui);
  const page = ordered.slice(from, from + limit);
  const last = page.at(-1);
  const [outlets, lastSeen] = await Promise.all([
    readFigures(figures, network, question, page),
    figures.lastSeen(page.map(({ outlet }) => outlet.key)),
  ]);
  return {
    data: outlets.map((outlet) => ({
      ...projectDevice(outlet, { scope, nowMs: now(), lastSeen, views: [] }),
      customer: outlet.holding.customer.name,
      customer_id: outlet.holding.customer.id,
    })),
    next_cursor:
      last === undefined || from + limit >= ordered.length ? null : encodeCursor(last.outlet.eui, last.customer.key),
    total: ordered.length,
  };
}

/** Every holding of the network by EUI, then customer. */
const allHoldings = keptWith(({ holdings }: Network) =>
  inOrder([...holdings.values()].flatMap((outlets) => [...outlets.values()])),
);
const formerOf = keptWith((holdings: readonly Holding[]) => holdings.filter(({ endedAt }) => endedAt !== null));

/** Each outlet in scope once, where it stands now, as on the map. */
const standingHoldings = async (figures: Figures, network: Network, question: Question): Promise<readonly Holding[]> =>
  inOrder(await standingOnce(await outletsInScope(figures, network, question)));

/** The outlets that the cards of the question list: those in scope now, and former ones with events. */
async function listHoldings(figures: Figures, network: Network, question: Question): Promise<readonly Holding[]> {
  const { scope, customerKey } = question;
  if (scope.kind === 'advertiser') return inOrder(await outletsInScope(figures, network, question));
  const ownKey = customerKey ?? (scope.kind === 'owner' ? scope.customerKey : null);
  const inReach = ownKey === null ? await allHoldings(network) : [...(network.holdings.get(ownKey)?.values() ?? [])];
  const former = formerOf(inReach);
  if (former.length === 0) return inReach;
  const customers = [...new Set(former.map(({ customer }) => customer))];
  const read = await figures.outletSums(
    question,
    customers.map(({ key }) => key),
  );
  const told = new Set(
    customers.flatMap((customer) => assembleOutlets(network, scope, customer, read).map(({ holding }) => holding)),
  );
  return inReach.filter((holding) => holding.endedAt === null || told.has(holding));
}

const chosenFirst = (listed: readonly Holding[], eui: string): Holding[] => [
  ...listed.filter(({ outlet }) => outlet.eui === eui),
  ...listed.filter(({ outlet }) => outlet.eui !== eui),
];

function placeAfter(ordered: readonly Holding[], cursor: string, chosenEui: string | null): number {
  const [eui = '', keyText] = decodeCursor(cursor, 2);
  const key = Number(wholeNumber(keyText));
  const isChosen = (one: string) => (one === chosenEui ? 0 : 1);
  const after = ordered.findIndex(({ outlet, customer }) => {
    if (isChosen(outlet.eui) !== isChosen(eui)) return isChosen(outlet.eui) > isChosen(eui);
    return outlet.eui > eui || (outlet.eui === eui && customer.key > key);
  });
  return after < 0 ? ordered.length : after;
}

const byHolding = keptWith(
  (outlets: readonly OutletFigures[]) => new Map(outlets.map((outlet) => [outlet.holding, outlet])),
);

/** The figures of one page's holdings, in their order. */
async function readFigures(
  figures: Figures,
  network: Network,
  question: Question,
  page: readonly Holding[],
): Promise<OutletFigures[]> {
  const customers = [...new Set(page.map(({ customer }) => customer))];
  if (customers.length === 0) return [];
  const read = await figures.outletSums(
    question,
    customers.map(({ key }) => key),
  );
  return page.map((holding) => {
    const outlet = byHolding(assembleOutlets(network, question.scope, holding.customer, read)).get(holding);
    if (outlet === undefined) throw new AppError('unavailable', 'The list changed meanwhile. Try again.', 1);
    return outlet;
  });
}

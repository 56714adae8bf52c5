import type { Period } from '#contract/common.ts';
import type { Scope } from '#domain/role.ts';
import type { Span } from '#domain/uptime.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { inTurns, mapOf } from '../memory/in-slices.ts';
import { keptWith } from '../memory/kept-with.ts';
import { onceATurn } from '../memory/once-a-turn.ts';
import type { HoldingSet } from '../network/snapshot/holding-set.ts';
import type { NetworkCustomer } from '../network/snapshot/network-parts.ts';
import type { Network } from '../network/snapshot/whole-network.ts';
import { type ContractClock, contractClock, periodOf } from './asked/contract-clock.ts';
import { type Narrowed, narrowScope, type Question } from './asked/question.ts';
import { type AskedRange, EVERYTHING, resolveRange } from './asked/time-range.ts';
import { createCampaignOutlets } from './campaign-outlets.ts';
import { type CellFigures, createCellFigures } from './cell-figures.ts';
import { createDailyFigures, type DayFigures } from './daily-figures.ts';
import { createFigureSums } from './figure-sums.ts';
import { createFlightFigures, type FlightFigures } from './flight-figures.ts';
import { createInvalidTraffic, type JudgedFigures, type TrafficQuestion } from './judged-figures.ts';
import { createKeeper, type Keeper } from './keep/kept.ts';
import { isKnown, knownTable } from './known-figures.ts';
import { createMoneyFigures, type MoneyFigures } from './money-figures.ts';
import type { Needs } from './needs.ts';
import { createOutletViews, type ViewPageQuestion } from './outlet-views.ts';
import { createSealState } from './plan/seal-state.ts';
import { type CustomerFigures, cardWithout, createCards, type ReadFigures } from './project/customer-figures.ts';
import { type Contacts, type LastSeen, MANY_OUTLETS, readContacts, type SeenIn, seenIn } from './read/contacts.ts';
import { readLastSeen } from './read/contacts-queries.ts';
import { addUp, type FigureTable } from './read/figure-table.ts';
import type { CampaignOutlets } from './read/first-events-queries.ts';
import { patientReads } from './read/patient-reads.ts';
import type { FigureSet } from './read/sums.ts';
import type { RecordedView } from './read/view-events-queries.ts';
import { type RecentViewTable, readRecentViews } from './recent-views.ts';
import { createUpTimes, type UpTimesByKey } from './up-times.ts';

/** Questions about figures that several features ask. All answers are exact and hold what was acknowledged before. */
export type Figures = CellFigures &
  FlightFigures &
  MoneyFigures & {
    network(): Promise<Network>;
    /** Narrows a scope to `cid` (customer id or name); throws 403 or 404 as docs/decisions.md#contract says. */
    narrow(scope: Scope, cid: string | undefined): Promise<Narrowed>;
    /** The question of a range that is named by the calendar, by the scope's clock, as of now or of another instant (epoch ms). */
    resolve(asked: Omit<Question, 'range'> & { readonly range: AskedRange }, atMs?: number): Promise<Question>;
    /** By whose clock the scope's days are counted. */
    clockOf(question: Pick<Question, 'scope' | 'timeZone'>): Promise<ContractClock>;
    /** What an answer says of the days its figures are of. */
    periodOf(question: Question): Promise<Period>;
    /** The customers whose cards the scope shows, by name. */
    customersIn(question: Question): Promise<readonly NetworkCustomer[]>;
    /** Sums of whole customers, by key; one without events is absent. */
    customerSums(question: Question): Promise<ReadonlyMap<number, FigureSet>>;
    /** The cards of some customers in scope, with their outlets, in the order given. */
    customers(question: Question, customers: readonly NetworkCustomer[]): Promise<CustomerFigures[]>;
    /** The same without their outlets: of a large network they are far fewer. */
    cards(question: Question, customers: readonly NetworkCustomer[]): Promise<CustomerFigures[]>;
    /** Views of all time of some customers, by key, whatever the range; one without any is absent. */
    allViews(question: Question, customers: readonly NetworkCustomer[]): Promise<ReadonlyMap<number, number>>;
    /** Figures by outlet of some customers; null is all in scope. */
    outletSums(
      question: Question,
      customerKeys: readonly number[] | null,
      outletKeys?: readonly number[],
    ): Promise<ReadFigures>;
    /**
     * The outlets where an advertiser's campaigns ever ran, by the customer that held them; null for other scopes. Figures of
     * valid events go by `valid`; rights, and figures that include invalid events, by `all`.
     */
    campaignOutlets(scope: Scope): Promise<CampaignOutlets | null>;
    /** Figures day by day over the range, days without events as zeros, oldest first. */
    daily(question: Question): Promise<DayFigures[]>;
    /** What counts and what does not, by day, outlet or flight. */
    judged(question: TrafficQuestion): Promise<JudgedFigures>;
    /** Start of the oldest event in scope that counts (epoch ms), whatever the range; null without events. */
    firstEventAt(question: Question): Promise<number | null>;
    /** The same, also of what does not count. */
    firstReportedAt(question: Question): Promise<number | null>;
    /** Newest contact per outlet key. Of many outlets the answer may be a second old for each ten thousand of the network. */
    lastSeen(outletKeys: readonly number[]): Promise<LastSeen>;
    /** Of all outlets of the network, at most as old as `lastSeen` of many. */
    contacts(): Promise<Contacts>;
    /** The same of a set of holdings, as their holders may know it. */
    seenIn(set: HoldingSet): Promise<SeenIn>;
    /** When outlets were up within a span, by key. Of many outlets the answer may be as old as that of `lastSeen`. */
    upTimes(outletKeys: readonly number[], span: Span): Promise<UpTimesByKey>;
    /** The newest views of the cards' outlets. */
    recentViews(question: Question, cards: readonly CustomerFigures[]): Promise<RecentViewTable>;
    /** Since when single events are kept (epoch ms); of the time before there are only sums. 0 where all are. */
    singlesSince(): Promise<number>;
    /** An outlet's views, newest first, older than a place. */
    outletViews(question: Question, page: ViewPageQuestion): Promise<readonly RecordedView[]>;
    /** Keeps what a feature makes of figures, by the rules of `keep/kept.ts`. */
    readonly keeper: Pick<Keeper, 'answers' | 'answersOf' | 'settledTime'>;
  };

/** What it keeps between calls is shared by all features: a process makes one. */
export function createFigures(needs: Needs): Figures {
  const { accounts, config, now } = needs;
  // When a question goes on, this process knows of all events that any process acknowledged before.
  const readSnapshot = onceATurn(async () => {
    const { snapshot, eventChanges } = await needs.network.current();
    await needs.live.hearUntil(eventChanges);
    return snapshot;
  });
  let outletCount = 0;
  const network = async () => {
    const nowMs = now();
    const known = await (await readSnapshot()).whole(nowMs);
    outletCount = known.outletByKey.size;
    return known;
  };
  const keeper = createKeeper(needs, () => outletCount);
  const sealState = createSealState(needs);
  const patient = { ...needs, events: patientReads(needs.events) };
  const sums = createFigureSums(patient, sealState, keeper);
  const campaignOutlets = createCampaignOutlets(patient, sealState, keeper);
  const cells = createCellFigures(patient, sealState, keeper);
  const cardOf = createCards();
  const sumsByCustomer = keptWith((table: FigureTable) =>
    inTurns(mapOf(table, ([key, outlets]) => [key, addUp(outlets)])),
  );
  const contactsOf = keeper.answersOf<Contacts>('contacts');
  const contacts = async () => {
    const known = await network();
    return contactsOf(known).get({ kind: 'all' }, 'contacts', () => readContacts(accounts, known.packed.outlets));
  };
  const upTimes = createUpTimes(accounts, keeper);
  const zoneOf = (question: Question) =>
    question.timeZone ?? (question.scope.kind === 'owner' ? null : config.networkTimeZone);
  const clockOf = async ({ scope, timeZone }: Pick<Question, 'scope' | 'timeZone'>) =>
    contractClock(await network(), scope, timeZone, config.networkTimeZone);

  async function table(
    question: Question,
    customerKeys: readonly number[] | null,
    byOutlet: boolean,
    outletKeys?: readonly number[],
  ) {
    const { scope, range } = question;
    const found = await sums({
      scope,
      ...(outletKeys === undefined ? {} : { outlets: outletKeys }),
      customers: scope.kind === 'owner' ? null : customerKeys,
      byOutlet,
      range,
      timeZone: zoneOf(question),
      localDayOf: scope.kind === 'owner' ? localDays(await network(), scope.customerKey, now()) : () => '',
    });
    if (!isKnown(question)) return found;
    return knownTable(cells.cells, question, { now: found, customerKeys, byOutlet });
  }

  async function outletSums(
    question: Question,
    customerKeys: readonly number[] | null,
    outletKeys?: readonly number[],
  ): Promise<ReadFigures> {
    const found = await table(question, customerKeys, true, outletKeys);
    const outlets = await campaignOutlets(question.scope);
    return { table: found, hosted: outlets?.valid ?? null };
  }

  const keysOf = ({ customerKey }: Question) => (customerKey === null ? null : [customerKey]);
  const daily = createDailyFigures(patient, sealState, keeper, { clockOf, cells: cells.cells });

  const judged = createInvalidTraffic(patient, sealState, keeper);
  const dailyOf = (question: Question) => daily.byDay({ ...question, timeZone: zoneOf(question) });

  return {
    ...cells,
    ...createFlightFigures(patient, sealState, keeper),
    ...createMoneyFigures(patient, sealState, keeper),
    network,
    keeper,
    narrow: async (scope, cid) => {
      if (cid === undefined) return { scope, customerKey: null };
      const outlets = await campaignOutlets(scope);
      return narrowScope(await network(), scope, cid, outlets && new Set(outlets.all.keys()));
    },
    clockOf,
    periodOf: async (question) => periodOf(await clockOf(question), question.range, now()),
    resolve: async (asked, atMs = now()) => {
      const { zone, daysOf } = await clockOf(asked);
      const { date: today } = zonedDay(atMs, zone);
      const byStamp = daysOf === 'venue' || daysOf === 'venues';
      return { ...asked, range: resolveRange(asked.range, { zone, byStamp, today }) };
    },
    customersIn: async (question) => {
      const { scope, customerKey } = question;
      const known = await network();
      const { customers } = known;
      const isAsked = ({ key }: NetworkCustomer) => customerKey === null || key === customerKey;
      if (scope.kind === 'all') return customerKey === null ? properties(known) : properties(known).filter(isAsked);
      if (scope.kind === 'owner') return customers.filter((one) => one.key === scope.customerKey && isAsked(one));
      const outlets = await campaignOutlets(scope);
      return customers.filter((one) => outlets?.valid.has(one.key) && isAsked(one));
    },
    customerSums: async (question) => {
      return sumsByCustomer(await table(question, keysOf(question), false));
    },
    customers: async (question, customers) => {
      const keys = customers.map(({ key }) => key);
      const [known, read] = await Promise.all([network(), outletSums(question, keys)]);
      return customers.map((customer) => cardOf(known, question.scope, customer, read));
    },
    cards: async (question, customers) => {
      const [known, outlets] = await Promise.all([network(), campaignOutlets(question.scope)]);
      const hosted = outlets?.valid ?? null;
      const found = await table(question, keysOf(question), false);
      return customers.map((customer) => cardWithout(known, question.scope, customer, { table: found, hosted }));
    },
    allViews: async (question, customers) => {
      const keys = customers.map(({ key }) => key);
      const { knownOn: _, ...asked } = question;
      const found = await table({ ...asked, range: EVERYTHING }, keysOf(question), false);
      return new Map(keys.map((key) => [key, addUp(found.get(key) ?? NO_OUTLETS).total.views]));
    },
    outletSums,
    recentViews: (question, cards) => readRecentViews(needs, sealState, question, cards),
    singlesSince: async () => (await sealState()).seal.archive.endMs,
    outletViews: createOutletViews(needs, keeper),
    campaignOutlets,
    daily: dailyOf,
    judged: (question) =>
      judged(question, zoneOf(question), {
        byDay: () => dailyOf(question),
        byOutlet: () => outletSums(question, keysOf(question)),
      }),
    firstEventAt: daily.firstEventAt,
    firstReportedAt: daily.firstReportedAt,
    lastSeen: async (outletKeys) =>
      outletKeys.length <= MANY_OUTLETS ? readLastSeen(accounts, outletKeys) : contacts(),
    contacts,
    seenIn: (set) => seenIn(accounts, set, contacts),
    upTimes: async (outletKeys, span) => upTimes(await network(), outletKeys, span),
  };
}

const NO_OUTLETS: ReadonlyMap<number, FigureSet> = new Map();
const properties = keptWith(({ customers }: Network) => customers.filter(({ kind }) => kind === 'property'));

/** The question that asks for everything in a scope. */
export const wholeScope = (scope: Scope): Question => ({
  scope,
  customerKey: null,
  range: EVERYTHING,
  timeZone: null,
});

/** Today's date at each outlet of an owner, in its venue's zone. */
function localDays(network: Network, customerKey: number, nowMs: number): (outletKey: number) => string {
  const holdings = network.holdings.get(customerKey);
  const dates = new Map<string, string>();
  return (outletKey) => {
    const zone = holdings?.get(outletKey)?.venue.timeZone ?? 'UTC';
    const date = dates.get(zone) ?? zonedDay(nowMs, zone).date;
    dates.set(zone, date);
    return date;
  };
}

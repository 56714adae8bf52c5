import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventResult, OutletEvent } from '#contract/ingest.ts';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import type { Ingestor } from '../../../ingestor.ts';
import { hasPostgres } from '../../../testing/servers/ask-servers.ts';
import { createIngestor } from '../create-ingestor.ts';
import { openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';

/*
 * A process whose insert failed remembers the rows, because they may be stored. Their outlets send the events again, to
 * any process. An answer to an outlet stays true, regardless of the rows that the first process still remembers.
 */

const MICROS = 1_000;
const UNKNOWN = () => Promise.reject(new EventsUnavailableError('The events store cannot be reached.', true));

describe.skipIf(!hasPostgres())('unconfirmed rows at one of two processes', () => {
  let ingest: TestIngest;
  let eui: string;
  let key: { readonly kind: 'gateway'; readonly customerId: string };
  let isStoredAnyway = false;
  let isFailing = false;
  let isOtherFailing = false;
  let one: Ingestor;
  let other: Ingestor;

  beforeAll(async () => {
    ingest = await openTestIngest({}, 'postgres');
    const { network: lay, dependencies, events } = ingest;
    const owner = await lay.customer('property', 'Owner');
    const venueId = await lay.venue(owner.id, 'UTC');
    ({ eui } = await lay.outlet('00000000000000a1', { customerId: owner.id, venueId }));
    key = { kind: 'gateway', customerId: owner.id };
    const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
    const prices = [{ model: 'cpm', micros: MICROS * 1_000 }] as const;
    await lay.flight(campaign.id, 'FREE', { prices });
    for (const code of ['LAST', 'SCARCE', 'SCARCE TOO', 'BOTH', 'HIDDEN', 'LOWERED'])
      await lay.flight(campaign.id, code, { prices, budgetMicros: MICROS });
    await lay.flight(campaign.id, 'CLICKS', { prices: [{ model: 'cpc', micros: MICROS }] });
    const insert: typeof events.insert = async (rows, fence) => {
      if (!isFailing || isStoredAnyway) await events.insert(rows, fence);
      if (isFailing) await UNKNOWN();
    };
    one = createIngestor({ ...dependencies, shared: true, events: { ...events, insert } });
    const insertAtOther: typeof events.insert = (rows, fence) =>
      isOtherFailing ? UNKNOWN() : events.insert(rows, fence);
    other = createIngestor({ ...dependencies, shared: true, events: { ...events, insert: insertAtOther } });
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await ingest.close();
  });

  /** Sends to the first process, whose insert fails. */
  async function failAtOne(sent: readonly OutletEvent[], options: { readonly isStored: boolean }): Promise<void> {
    [isFailing, isStoredAnyway] = [true, options.isStored];
    await expect(one.accept(sent, key)).rejects.toMatchObject({ statusCode: 503 });
    isFailing = false;
  }
  /** Sends to the second process, whose insert fails without storing anything. */
  async function failAtOther(sent: readonly OutletEvent[]): Promise<void> {
    isOtherFailing = true;
    await expect(other.accept(sent, key)).rejects.toMatchObject({ statusCode: 503 });
    isOtherFailing = false;
  }
  const lowerBudget = (code: string) =>
    ingest.accounts.updateTable('flights').set({ budget_micros: 1 }).where('code', '=', code).execute();
  const told = (results: readonly EventResult[]) =>
    results.map(({ status, code, counted, reason }) => [status, code ?? (counted === false ? reason : null)]);
  const viewOf = (flight: string) => outletEvent({ eui, flight });
  const clickOn = ({ id }: OutletEvent) => outletEvent({ eui, type: 'click', view_id: id });
  const earned = async () => (await ingest.stored()).reduce((sum, { amount }) => sum + amount, 0);

  test('are duplicates after the other process accepted their events, and so are their follow-ups', async () => {
    const view = viewOf('FREE');
    const click = clickOn(view);
    await failAtOne([view, click], { isStored: false });
    expect(told(await other.accept([view, click], key))).toEqual([
      ['accepted', null],
      ['accepted', null],
    ]);
    const before = await ingest.stored();
    expect(told(await one.accept([view, click], key))).toEqual([
      ['duplicate', null],
      ['duplicate', null],
    ]);
    const late = { ...view, timestamp: new Date(Date.parse(view.timestamp) - 1_000).toISOString() };
    expect(told(await one.accept([late], key))).toEqual([['duplicate', 'conflict']]);
    const burn = outletEvent({ eui, type: 'burn', view_id: view.id });
    expect(told(await one.accept([burn], key))).toEqual([['accepted', null]]);
    expect((await ingest.stored()).filter(({ kind }) => kind !== 'burn')).toEqual(before);
  });

  test('use the budget that was reserved for them in the other process too, once', async () => {
    const [view, another] = [viewOf('LAST'), viewOf('LAST')];
    const before = await earned();
    await failAtOne([view], { isStored: false });
    expect(told(await other.accept([another], key))).toEqual([['accepted', 'over_budget']]);
    expect(told(await other.accept([view], key))).toEqual([['accepted', null]]);
    expect(told(await one.accept([view, viewOf('LAST')], key))).toEqual([
      ['duplicate', null],
      ['accepted', 'over_budget'],
    ]);
    expect((await earned()) - before).toBe(MICROS);
  });

  test('earn at most the budget if they are unconfirmed in the other process too', async () => {
    const [view, another] = [viewOf('BOTH'), viewOf('BOTH')];
    const before = await earned();
    await failAtOne([view], { isStored: false });
    await failAtOther([another, view]);
    await one.accept([view], key);
    await other.accept([another], key);
    expect((await earned()) - before).toBe(MICROS);
  });

  test('keep their reservation in the other process, because they may be stored but not visible yet', async () => {
    const [view, another] = [viewOf('HIDDEN'), viewOf('HIDDEN')];
    await failAtOne([view], { isStored: false });
    expect(told(await other.accept([another, view], key))).toEqual([
      ['accepted', 'over_budget'],
      ['accepted', null],
    ]);
  });

  test('are decided again if the other process also failed and found them over a budget', async () => {
    const view = viewOf('LOWERED');
    const before = await earned();
    await failAtOne([view], { isStored: false });
    await lowerBudget('LOWERED');
    await failAtOther([view]);
    expect(told(await one.accept([view], key))).toEqual([['accepted', 'over_budget']]);
    expect(await earned()).toBe(before);
  });

  test('do not replace the decision of the other process', async () => {
    const view = viewOf('SCARCE');
    const before = await earned();
    await failAtOne([view], { isStored: false });
    await lowerBudget('SCARCE');
    expect(told(await other.accept([view], key))).toEqual([['accepted', 'over_budget']]);
    expect(told(await one.accept([view], key))).toEqual([['duplicate', null]]);
    expect(await earned()).toBe(before);
  });

  test('are decided again if another click of the view was stored since then and earns', async () => {
    const view = viewOf('CLICKS');
    const [first, second] = [clickOn(view), clickOn(view)];
    const before = await earned();
    await other.accept([view], key);
    await failAtOne([first], { isStored: false });
    expect(told(await other.accept([second], key))).toEqual([['accepted', null]]);
    expect(told(await one.accept([first], key))).toEqual([['accepted', 'repeated']]);
    expect((await earned()) - before).toBe(MICROS);
  });

  test('stay unchanged if a later click of the view was rejected as repeated', async () => {
    const view = viewOf('CLICKS');
    const [first, second] = [clickOn(view), clickOn(view)];
    const before = await earned();
    await other.accept([view], key);
    await failAtOne([first], { isStored: false });
    expect(told(await one.accept([second], key))).toEqual([['accepted', 'repeated']]);
    expect(told(await one.accept([first], key))).toEqual([['accepted', null]]);
    expect((await earned()) - before).toBe(MICROS);
  });

  test('get the reason of their view if that was stored as invalid since then', async () => {
    const view = viewOf('SCARCE TOO');
    const click = clickOn(view);
    await failAtOne([view, click], { isStored: false });
    await lowerBudget('SCARCE TOO');
    expect(told(await other.accept([view], key))).toEqual([['accepted', 'over_budget']]);
    expect(told(await one.accept([view, click], key))).toEqual([
      ['duplicate', null],
      ['accepted', 'over_budget'],
    ]);
  });

  test('are stored unchanged if they were not stored before, and accepted once', async () => {
    const view = viewOf('FREE');
    const before = await earned();
    await failAtOne([view], { isStored: false });
    expect(told(await one.accept([view], key))).toEqual([['accepted', null]]);
    for (const process of [one, other]) expect(told(await process.accept([view], key))).toEqual([['duplicate', null]]);
    expect((await earned()) - before).toBe(MICROS);
  });

  test('are duplicates if they were stored after all, because the acknowledgement is unknown', async () => {
    const view = viewOf('FREE');
    const before = await earned();
    await failAtOne([view], { isStored: true });
    for (const process of [one, other]) expect(told(await process.accept([view], key))).toEqual([['duplicate', null]]);
    expect((await earned()) - before).toBe(MICROS);
  });

  test('are published before they are duplicates, once per process, because the insert may not have been published', async () => {
    const view = viewOf('FREE');
    await failAtOne([view], { isStored: true });
    ingest.changes.length = 0;
    for (const process of [one, one, other, other]) await process.accept([view], key);
    expect(ingest.changes).toHaveLength(2);
    const [first] = ingest.changes;
    const [stored] = (await ingest.stored()).filter(({ at }) => at === Date.parse(view.timestamp));
    expect([...(first?.customerKeys ?? [])]).toEqual([stored?.customer_id]);
    expect(first?.advertiserKeys.size).toBe(1);
    expect(first?.oldestMs).toBe(Date.parse(view.timestamp));
  });
});

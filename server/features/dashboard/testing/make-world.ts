import { zonedDay } from '#domain/zoned-day.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import type { TestApp } from '../../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeVenue } from '../../../testing/makers.ts';

type Named = { readonly id: string; readonly key: number; readonly name: string };
export type WorldOutlet = {
  readonly id: string;
  readonly key: number;
  readonly eui: string;
  readonly timeZone: string;
};
export type WorldCampaign = {
  readonly advertiser: Named;
  readonly key: number;
  readonly flight: { key: number; code: string };
};

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Creates two owners with outlets in several time zones, and two advertisers with a campaign each. */
export async function makeWorld(
  test: Pick<TestApp, 'accounts'>,
  zones: readonly [string, string] = ['America/New_York', 'America/Los_Angeles'],
) {
  const { accounts } = test;
  const alpha = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const beta = await makeCustomer(accounts, { name: 'Beta Cafés' });
  const volt = await makeCustomer(accounts, { name: 'Volt Cola', kind: 'advertiser' });
  const zap = await makeCustomer(accounts, { name: 'Zap Shoes', kind: 'advertiser' });
  const outlet = async (
    customerId: string,
    eui: string,
    timeZone: string,
    lat: number | null = 40.7,
  ): Promise<WorldOutlet> => {
    const venue = await makeVenue(accounts, { customerId, name: `Venue of ${eui}`, timeZone });
    const made = await makeOutlet(accounts, { customerId, venueId: venue.id, eui, lat });
    return { id: made.id, key: made.key, eui, timeZone };
  };
  const outlets = {
    a1: await outlet(alpha.id, 'aaaaaaaaaaaaaaa1', zones[0]),
    a2: await outlet(alpha.id, 'aaaaaaaaaaaaaaa2', zones[1], null),
    b1: await outlet(beta.id, 'bbbbbbbbbbbbbbb1', zones[0]),
    b2: await outlet(beta.id, 'bbbbbbbbbbbbbbb2', zones[1]),
  };
  const campaign = async (advertiser: Named, code: string): Promise<WorldCampaign> => {
    const made = await makeCampaign(accounts, { customerId: advertiser.id });
    const flight = await makeFlight(accounts, { campaignId: made.id, code });
    return { advertiser, key: made.key, flight };
  };
  return {
    alpha,
    beta,
    volt,
    zap,
    outlets,
    cola: await campaign(volt, 'COLA-1'),
    shoes: await campaign(zap, 'SHOES-1'),
  };
}

let serial = 0;

/**
 * Builds an event as ingestion would store it: at the outlet while the customer held it, for the campaign if there is
 * one.
 */
export function storedEvent(
  customer: { key: number },
  outlet: WorldOutlet,
  campaign: WorldCampaign | null,
  timestampMs: number,
  over: Partial<StoredEvent> = {},
): StoredEvent {
  serial += 1;
  return {
    customerKey: customer.key,
    outletKey: outlet.key,
    timestampMs,
    eventId: BigInt(serial) * 2_654_435_761n,
    kind: 'view',
    localDay: zonedDay(timestampMs, outlet.timeZone).date,
    advertiserKey: campaign?.advertiser.key ?? 0,
    campaignKey: campaign?.key ?? 0,
    flightKey: campaign?.flight.key ?? 0,
    amountMicros: 10_001,
    ownerMicros: 3_000,
    energyMilliWh: 25_000,
    energyMetered: false,
    viewId: 0n,
    fingerprint: serial.toString(16).padStart(32, 'f'),
    ip: '203.0.113.0',
    cryptic: `cryptic-${serial}`,
    invalid: null,
    withheldMicros: 0,
    withheldOwnerMicros: 0,
    signed: false,
    readingOf: 'none',
    sentId: '',
    ...over,
  };
}

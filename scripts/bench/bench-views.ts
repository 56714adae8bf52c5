import { randomBytes } from 'node:crypto';
import type { EventsDb, StoredEvent } from '../../server/databases/events/events-db.ts';
import type { BenchNetwork } from './bench-network.ts';

const DAY_MS = 86_400_000;
const BATCH = 50_000;
/** Of all events: 91 % views, 3 % clicks, 6 % burns. */
const NOT_VIEWS = 0.09;

/** Loads `views` views (and their clicks and burns) spread over `days` days up to now, newest days last. Returns the events. */
export async function loadViews(
  events: EventsDb,
  network: BenchNetwork,
  views: number,
  days: number,
  report: (done: number) => void,
): Promise<number> {
  const total = Math.round(views / (1 - NOT_VIEWS));
  const now = Date.now();
  const from = now - days * DAY_MS;
  const random = randomBytes(BATCH * 24);
  for (let done = 0; done < total; ) {
    const rows: StoredEvent[] = [];
    const count = Math.min(BATCH, total - done);
    for (let index = 0; index < count; index += 1) {
      rows.push(
        makeEvent(network, from + Math.floor(((done + index + Math.random()) / total) * (now - from)), random, index),
      );
    }
    await events.insert(rows);
    done += count;
    report(done);
  }
  return total;
}

function makeEvent(network: BenchNetwork, timestampMs: number, random: Buffer, index: number): StoredEvent {
  // Squaring skews the traffic: a tenth of the outlets makes a third of the views.
  const outlet = network.outlets[Math.floor(Math.random() ** 2 * network.outlets.length)] ?? network.outlets[0];
  const flight = network.flights[Math.floor(Math.random() * network.flights.length)] ?? network.flights[0];
  if (!outlet || !flight) throw new Error('the bench network is empty');
  const dice = Math.random();
  const kind = dice < 0.91 ? 'view' : dice < 0.94 ? 'click' : 'burn';
  const eventId = (BigInt(Math.floor(Math.random() * 2 ** 32)) << 32n) | BigInt(Math.floor(Math.random() * 2 ** 32));
  return {
    customerKey: outlet.customerKey,
    outletKey: outlet.key,
    timestampMs,
    eventId,
    kind,
    localDay: new Date(timestampMs - 7 * 3_600_000).toISOString().slice(0, 10),
    advertiserKey: flight.advertiserKey,
    campaignKey: flight.campaignKey,
    flightKey: flight.key,
    amountMicros: kind === 'view' ? 12_500 : 0,
    ownerMicros: kind === 'view' ? 3_750 : 0,
    energyMilliWh: kind === 'view' ? 25_000 : 0,
    energyMetered: false,
    viewId: kind === 'view' ? 0n : eventId - 1n,
    // A visitor comes back about eight times: fingerprints repeat.
    fingerprint: random.subarray((index % 6_000) * 16, (index % 6_000) * 16 + 16).toString('hex'),
    ip: `203.0.${Math.floor(Math.random() * 256)}.0`,
    cryptic: Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  };
}

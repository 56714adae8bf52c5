import { randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { type BenchGateway, type BenchNetwork, CREATIVE_SECONDS } from './bench-network.ts';

/** Each outlet has a view so often, which is a second more than its picture takes. */
const EVERY_MS = (CREATIVE_SECONDS + 1) * SECOND_MS;
/** What outlets begin to report: of older ones the server does not know the hour before, and asks its store. */
const GATHERED_MS = 14 * MINUTE_MS;
/** One view in so many is none of a visitor's: seen too often, too soon after the one before it, or of a data centre. */
const FORGED = 20;
/** So many views of one visitor within minutes are twice as many as an hour's may count; the next ones are another's. */
const VIEWS_OF_CROWD = 60;
const VIEWS_OF_VISITOR = 8;
const SOON_MS = 3 * SECOND_MS;

/** Addresses that the bench's list of data centres holds begin with it. */
export const DATA_CENTRE_START = '198.18.';

type Reporting = BenchGateway & { next: number };

/**
 * Views that outlets gathered while they were not connected, each gateway going on where it was: as many as a network could
 * show, however quickly they are reported, with a few that are forged. The gateway that is furthest behind reports next.
 */
export function createGatheredViews(network: BenchNetwork) {
  const sinceMs = Date.now() - GATHERED_MS;
  const gateways = network.allGateways
    .filter(({ outlets }) => outlets.length > 0)
    .map((gateway): Reporting => ({ ...gateway, next: 0 }));
  const [ofVisitor, ofCrowd] = [visitorsOf(VIEWS_OF_VISITOR), visitorsOf(VIEWS_OF_CROWD)];
  let made = 0;
  let impossible = 0;

  function view(gateway: Reporting) {
    const { outlets } = gateway;
    const round = Math.floor(gateway.next / outlets.length);
    const outlet = outlets[gateway.next % outlets.length];
    const shownMs = sinceMs + round * EVERY_MS + Math.floor(Math.random() * 900);
    const atMs = Math.min(shownMs, Date.now());
    made += 1;
    if (shownMs > atMs) impossible += 1;
    const forged = made % FORGED === 0 ? (made / FORGED) % 3 : null;
    // One too many comes beside the view before it, which is reported in its own turn.
    if (forged !== 0) gateway.next += 1;
    return {
      id: randomUUID(),
      type: 'view',
      eui: outlet?.eui,
      timestamp: new Date(forged === 0 ? atMs + SOON_MS : atMs).toISOString(),
      fingerprint: forged === 1 ? ofCrowd() : ofVisitor(),
      ip: forged === 2 ? `${DATA_CENTRE_START}${made % 256}.7` : `203.0.113.${made % 256}`,
      flight: network.flights[made % network.flights.length]?.code,
      cryptic: 'b3ncb3nc',
    };
  }

  /** Large batches are of gateways with many outlets, so they are measured before small ones take what those have. */
  function furthestBehind(size: number): Reporting {
    const rounds = Math.floor((Date.now() - sinceMs) / EVERY_MS);
    const leftOf = ({ outlets, next }: Reporting) => outlets.length * rounds - next;
    const able = gateways.filter((gateway) => leftOf(gateway) >= size);
    // Where none has so many, what it cannot have shown is counted.
    const [first, ...others] = able.length > 0 ? able : gateways;
    if (first === undefined) throw new Error('the bench network has no gateway');
    const roundOf = ({ outlets, next }: Reporting) => next / outlets.length;
    return others.reduce((found, one) => (roundOf(one) < roundOf(found) ? one : found), first);
  }

  function nextBatch(size: number, headers: Record<string, string>): Buffer {
    const gateway = furthestBehind(size);
    headers.authorization = `Bearer ${gateway.key}`;
    return Buffer.from(JSON.stringify(Array.from({ length: size }, () => view(gateway))));
  }

  return {
    /** The next batch of so many, which changes the headers to those of its gateway. */
    nextBatch,
    /** Views that came when their outlet had reported all it can have shown by now, since the last time this was asked. */
    takeImpossible: () => {
      const count = impossible;
      impossible = 0;
      return count;
    },
  };
}

/** One after the other, each of so many views. */
function visitorsOf(views: number): () => string {
  let [visitor, left] = ['', 0];
  return () => {
    if (left === 0) visitor = randomBytes(16).toString('hex');
    left = left === 0 ? views - 1 : left - 1;
    return visitor;
  };
}

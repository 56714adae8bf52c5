import { randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { type BenchGateway, type BenchNetwork, CREATIVE_SECONDS } from './bench-network.ts';

/** The interval between two views at an outlet: a second more than its picture takes. */
const EVERY_MS = (CREATIVE_SECONDS + 1) * SECOND_MS;
/**
 * The age of the first views that outlets report. For older views, the server does not know the previous hour and has
 * to query its store.
 */
const GATHERED_MS = 14 * MINUTE_MS;
/**
 * One in this number of views is invalid: repeated too often, too soon after the previous view, or from a data center.
 */
const FORGED = 20;
/**
 * Number of views from one visitor within minutes: twice the limit for an hour. The next views belong to another
 * visitor.
 */
const VIEWS_OF_CROWD = 60;
const VIEWS_OF_VISITOR = 8;
const SOON_MS = 3 * SECOND_MS;

/** Prefix of the addresses that are in the bench's list of data centers. */
export const DATA_CENTRE_START = '198.18.';

type Reporting = BenchGateway & { next: number };

/**
 * Creates views that outlets collected while they were disconnected. Each gateway continues where it stopped. The
 * number of views never exceeds what the network could show, at any reporting speed. A few views are forged. The
 * gateway that is furthest behind reports next.
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
    // A view that is too soon shares its outlet with the previous view, so the turn does not advance.
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

  /**
   * Returns the gateway that is furthest behind. Large batches need gateways with many outlets, so they are measured
   * before small batches use up those outlets.
   */
  function furthestBehind(size: number): Reporting {
    const rounds = Math.floor((Date.now() - sinceMs) / EVERY_MS);
    const leftOf = ({ outlets, next }: Reporting) => outlets.length * rounds - next;
    const able = gateways.filter((gateway) => leftOf(gateway) >= size);
    // If no gateway has enough outlets, the impossible views are counted.
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
    /** Returns the next batch of `size` views and sets its gateway's key in the headers. */
    nextBatch,
    /**
     * Returns the number of views since the last call that their outlet could not have shown by the time of the report.
     */
    takeImpossible: () => {
      const count = impossible;
      impossible = 0;
      return count;
    },
  };
}

/** Returns a function that returns visitors one after another, each for `views` views. */
function visitorsOf(views: number): () => string {
  let [visitor, left] = ['', 0];
  return () => {
    if (left === 0) visitor = randomBytes(16).toString('hex');
    left = left === 0 ? views - 1 : left - 1;
    return visitor;
  };
}

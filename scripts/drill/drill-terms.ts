import type { BillableKind, PriceModel } from '../../domain/money.ts';

/**
 * The contracts in the drill's network, as the drill defined them. The drill never reads them back from the product's
 * database.
 */
export type Terms = {
  readonly owners: readonly Owner[];
  readonly outlets: readonly Outlet[];
  readonly advertisers: readonly Account[];
  readonly flights: readonly Flight[];
  readonly admin: string;
};

export type Account = { readonly id: string; readonly key: number; readonly name: string; readonly email: string };
export type Owner = Account & {
  /** The key of the owner's gateway, which reports for all of the owner's outlets. */
  readonly accessKey: string;
  /** The owner's shares in parts per million, each valid from a point in time on. */
  readonly shares: readonly From<bigint>[];
};
export type Outlet = { readonly key: number; readonly eui: string; readonly owner: number; readonly timeZone: string };
export type Flight = {
  readonly code: string;
  readonly key: number;
  readonly advertiser: number;
  readonly model: PriceModel;
  readonly micros: readonly From<bigint>[];
  /** Null if practically unlimited. */
  readonly budget: bigint | null;
  /** Whether only views of plays that the server chose count. */
  readonly needsPlay: boolean;
  /** The half-open time range of a pause. Null if the flight was never paused. */
  readonly held: { readonly fromMs: number; readonly toMs: number } | null;
};
export type From<Value> = { readonly fromMs: number; readonly value: Value };

export type Earned = { readonly amount: bigint; readonly owner: bigint };
export const NOTHING: Earned = { amount: 0n, owner: 0n };

/**
 * Returns what a flight's event earns according to the contracts. Assumes that the budget covers the event, and that
 * the event's view has no other event of this kind yet.
 */
export function earnedBy(
  { flight, owner }: { flight: Flight | undefined; owner: Owner },
  event: { readonly kind: BillableKind; readonly timestampMs: number },
): Earned {
  if (flight === undefined || isHeld(flight, event.timestampMs)) return NOTHING;
  const price = valueAt(flight.micros, event.timestampMs);
  const paid = { cpm: 'view', flat: 'view', cpc: 'click', cpb: 'burn' }[flight.model];
  if (paid !== event.kind) return NOTHING;
  const amount = flight.model === 'cpm' ? roundedQuotient(price, 1_000n) : price;
  return { amount, owner: roundedQuotient(amount * valueAt(owner.shares, event.timestampMs), 1_000_000n) };
}

/**
 * Maximum error of an outlet's clock: five minutes. An event within this time of either end of a pause may lie outside
 * the pause.
 */
const CLOCKS_APART_MS = 5 * 60 * 1_000;

/** Whether the flight was paused at this time according to every clock that an outlet may have. */
export const isHeld = ({ held }: Flight, timestampMs: number): boolean =>
  held !== null && held.fromMs + CLOCKS_APART_MS <= timestampMs && timestampMs < held.toMs - CLOCKS_APART_MS;

function valueAt(versions: readonly From<bigint>[], timestampMs: number): bigint {
  const valid = versions.filter(({ fromMs }) => fromMs <= timestampMs);
  return valid.reduce((newest, one) => (one.fromMs > newest.fromMs ? one : newest), { fromMs: -1, value: 0n }).value;
}

/** Rounds a quotient to the nearest integer, halves to even. Neither argument may be negative. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const [whole, rest] = [dividend / divisor, dividend % divisor];
  if (rest * 2n < divisor) return whole;
  if (rest * 2n > divisor) return whole + 1n;
  return whole + (whole % 2n);
}

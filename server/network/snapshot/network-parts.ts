export type NetworkCustomer = {
  readonly id: string;
  readonly key: number;
  readonly name: string;
  readonly nameKey: string;
  /** What is looked for by name is found by it, and it is sorted by it. */
  readonly findKey: string;
  readonly kind: 'property' | 'advertiser';
  readonly deleted: boolean;
};

export type NetworkOutlet = {
  readonly id: string;
  readonly key: number;
  /** Lower case. */
  readonly eui: string;
  /** What its owner calls it; may be empty. */
  readonly label: string;
  readonly labelKey: string;
  readonly lat: number | null;
  readonly lng: number | null;
};

export type NetworkVenue = {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  /** Sorted by it. */
  readonly findKey: string;
  readonly type: string;
  readonly state: string;
  readonly timeZone: string;
  readonly lat: number | null;
  readonly lng: number | null;
};

/** An outlet as one customer holds or held it, with the venue where it stood last for that customer. */
export type Holding = {
  readonly outlet: NetworkOutlet;
  readonly customer: NetworkCustomer;
  readonly venue: NetworkVenue;
  /** When the outlet went to somebody else or out of service (epoch ms); null while it stands there. */
  readonly endedAt: number | null;
};

/** Whether the first end lies later; null has none. */
export const endsAfter = (a: number | null, b: number | null): boolean => b !== null && (a === null || a > b);

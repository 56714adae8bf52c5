export type NetworkCustomer = {
  readonly id: string;
  readonly key: number;
  readonly name: string;
  readonly nameKey: string;
  /** Key for search by name and for sorting. */
  readonly findKey: string;
  readonly kind: 'property' | 'advertiser';
  readonly deleted: boolean;
};

export type NetworkOutlet = {
  readonly id: string;
  readonly key: number;
  /** Lower case. */
  readonly eui: string;
  /** The owner's name for the outlet; may be empty. */
  readonly label: string;
  readonly labelKey: string;
  readonly lat: number | null;
  readonly lng: number | null;
};

export type NetworkVenue = {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  /** Sort key. */
  readonly findKey: string;
  readonly type: string;
  readonly state: string;
  readonly timeZone: string;
  readonly lat: number | null;
  readonly lng: number | null;
};

/** A customer's current or past outlet, with its last venue while the customer held it. */
export type Holding = {
  readonly outlet: NetworkOutlet;
  readonly customer: NetworkCustomer;
  readonly venue: NetworkVenue;
  /** When the outlet moved to another customer or was retired (epoch ms); null while the customer holds it. */
  readonly endedAt: number | null;
};

/** Returns whether the end `a` is later than the end `b`; null means no end. */
export const endsAfter = (a: number | null, b: number | null): boolean => b !== null && (a === null || a > b);

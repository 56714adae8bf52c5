import { addSums, NO_SUMS, type Sums } from '../../figures/read/sums.ts';

/** What a row, or a whole report, comes to. */
export type Cell = Sums & {
  readonly allViews: number;
  readonly sophisticatedViews: number;
  readonly unsignedViews: number;
  readonly unsignedMicros: bigint;
  /** Null where nobody asked, or where they are known no longer. */
  readonly visitors: number | null;
  /** How long outlets were in service, and of that in contact. */
  readonly servedMs: number;
  readonly upMs: number;
};

export const NO_CELL: Cell = {
  ...NO_SUMS,
  allViews: 0,
  sophisticatedViews: 0,
  unsignedViews: 0,
  unsignedMicros: 0n,
  visitors: null,
  servedMs: 0,
  upMs: 0,
};

/** Visitors of two cells may be the same ones: of both together they are not known. */
export const addCell = (a: Cell, b: Cell): Cell => ({
  ...addSums(a, b),
  allViews: a.allViews + b.allViews,
  sophisticatedViews: a.sophisticatedViews + b.sophisticatedViews,
  unsignedViews: a.unsignedViews + b.unsignedViews,
  unsignedMicros: a.unsignedMicros + b.unsignedMicros,
  visitors: null,
  servedMs: a.servedMs + b.servedMs,
  upMs: a.upMs + b.upMs,
});

import type { EventsPart, Figures } from '#event-store/operations.ts';
import type { AccountsSnapshot } from '../databases/accounts/accounts-snapshot.ts';

/** A complete installation to write to another location, read from idle stores or from a backup's files. */
export type InstallationCopy = {
  /** Identifies the copy. An interrupted copy can only be continued with the same ID. */
  readonly id: string;
  /** The installation ID that both stores contain; null if the stores were never paired. */
  readonly installation: string | null;
  readonly accounts: AccountsSnapshot;
  readonly events: {
    readonly migrations: readonly string[];
    readonly parts: readonly EventsPart[];
    rows(part: EventsPart): AsyncIterable<Buffer>;
    figures(part: EventsPart): Promise<Figures>;
    /** Hashes all values of a part. Null if the original cannot change between two attempts, as with a backup. */
    readonly digest: ((part: EventsPart) => Promise<string>) | null;
  };
};

/** Prints a line for the operator. */
export type Report = (line: string) => void;

const NAMES = {
  events: 'events of the week of',
  archived_quarter: 'archived sums',
  sealed_invalid: 'sums of invalid events',
  sealed_day: 'seal',
  device_total: 'totals of generation',
  device_recent: 'newest views of generation',
  device_day: 'sealed week of',
} as const;

export const partName = ({ table, partition }: Pick<EventsPart, 'table' | 'partition'>): string =>
  `${NAMES[table]} ${partition}`;

export const partKey = ({ table, partition }: Pick<EventsPart, 'table' | 'partition'>): string =>
  `${table}/${partition}`;

import type { EventsPart, Figures } from '#event-store/operations.ts';
import type { AccountsSnapshot } from '../databases/accounts/accounts-snapshot.ts';

/** A complete installation to write to another location. It is read from idle stores or from a backup's files. */
export type InstallationCopy = {
  /** An interrupted copy can only be continued with the same id. */
  readonly id: string;
  /** The installation id that both stores contain; null if they were never paired. */
  readonly installation: string | null;
  readonly accounts: AccountsSnapshot;
  readonly events: {
    readonly migrations: readonly string[];
    readonly parts: readonly EventsPart[];
    rows(part: EventsPart): AsyncIterable<Buffer>;
    figures(part: EventsPart): Promise<Figures>;
    /** Hashes all of a part's values. Null if the original can't change between two tries, as with a backup. */
    readonly digest: ((part: EventsPart) => Promise<string>) | null;
  };
};

/** Prints a line for the operator. */
export type Report = (line: string) => void;

const NAMES = {
  events: 'events of the week from',
  archived_quarter: 'archived sums',
  sealed_invalid: 'sums of what does not count',
  sealed_day: 'seal',
  device_total: 'totals of generation',
  device_recent: 'newest views of generation',
  device_day: 'sealed week from',
} as const;

export const partName = ({ table, partition }: Pick<EventsPart, 'table' | 'partition'>): string =>
  `${NAMES[table]} ${partition}`;

export const partKey = ({ table, partition }: Pick<EventsPart, 'table' | 'partition'>): string =>
  `${table}/${partition}`;

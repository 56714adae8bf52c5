import { DAY_MS } from './durations.ts';

/** How many backups to keep: the newest one from each of the last days, weeks and months (UTC) that have one. */
export type BackupKeep = { readonly daily: number; readonly weekly: number; readonly monthly: number };

const KINDS = ['daily', 'weekly', 'monthly'] as const;
const MOST_KEPT = 1_000;

/** Parses `7 daily, 4 weekly, 12 monthly`. Returns null if the text is invalid or would keep nothing. */
export function parseBackupKeep(text: string): BackupKeep | null {
  const keep = { daily: 0, weekly: 0, monthly: 0 };
  const seen = new Set<string>();
  for (const part of text.split(',')) {
    const [, count = '', kind = ''] = /^\s*(\d{1,4})\s+(daily|weekly|monthly)\s*$/.exec(part) ?? [];
    const known = KINDS.find((one) => one === kind);
    if (known === undefined || seen.has(known) || Number(count) > MOST_KEPT) return null;
    seen.add(known);
    keep[known] = Number(count);
  }
  return keep.daily + keep.weekly + keep.monthly > 0 ? keep : null;
}

const PERIOD_OF: Readonly<Record<keyof BackupKeep, (ms: number) => string>> = {
  daily: (ms) => new Date(ms).toISOString().slice(0, 10),
  // The epoch began on a Thursday; weeks begin on Monday.
  weekly: (ms) => String(Math.floor((ms / DAY_MS + 3) / 7)),
  monthly: (ms) => new Date(ms).toISOString().slice(0, 7),
};

/** Returns the expired backups among those made at these times. The newest one never expires. */
export function expiredBackups(madeMs: readonly number[], keep: BackupKeep): readonly number[] {
  const newestFirst = [...madeMs].sort((one, other) => other - one);
  const kept = new Set(newestFirst.slice(0, 1));
  for (const kind of KINDS) {
    const periods = new Set<string>();
    for (const ms of newestFirst) {
      const period = PERIOD_OF[kind](ms);
      if (periods.has(period) || periods.size >= keep[kind]) continue;
      periods.add(period);
      kept.add(ms);
    }
  }
  return newestFirst.filter((ms) => !kept.has(ms));
}

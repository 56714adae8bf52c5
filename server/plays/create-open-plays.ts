import { type Config, isShared } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { batchKeys } from '../lib/batch-keys.ts';
import { batchPerTick } from '../lib/batch-per-tick.ts';
import { grouped } from '../lib/grouped.ts';
import {
  addOpenPlays,
  createMemoryOpenPlays,
  type OpenPlays,
  type Refused,
  type ReportedPlay,
  stillOpen,
  type WantedPlays,
} from './open-plays.ts';
import { findOutletPlays, insertOutletPlays, lockOutletPlays, setOutletPlays } from './open-plays-queries.ts';
import type { OpenPlay } from './outlet-allowance.ts';

type Needs = {
  readonly config: Config;
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** Whether several processes may serve. By default, true if both stores are servers. */
  readonly shared?: boolean;
};

/** Creates the installation's open plays: in memory, or in the accounts store for several processes. */
export const createOpenPlays = ({ config, accounts, now, shared = isShared(config) }: Needs): OpenPlays =>
  shared ? createSharedOpenPlays({ accounts, now }) : createMemoryOpenPlays(now);

/**
 * Creates open plays for several processes, with one row per outlet in the accounts store. A process locks the row
 * while it checks and adds plays. Calls in the same event-loop turn share their statements, so the number of statements
 * does not grow with the number of outlets.
 */
export function createSharedOpenPlays(needs: { readonly accounts: AccountsDb; readonly now: () => number }): OpenPlays {
  const { accounts, now } = needs;
  const find = batchKeys<number, readonly OpenPlay[]>(async (outletKeys) =>
    readPlays(await findOutletPlays(accounts, outletKeys)),
  );

  /** Applies `work` to these outlets' open plays while their rows are locked. */
  async function change(outletKeys: readonly number[], work: (open: Map<number, OpenPlay[]>) => void): Promise<void> {
    const keys = [...new Set(outletKeys)].sort((one, other) => one - other);
    await accounts.transaction().execute(async (tx) => {
      const open = readPlays(await lockOutletPlays(tx, keys));
      for (const [key, plays] of open) open.set(key, stillOpen(plays, now()));
      work(open);
      await setOutletPlays(tx, writePlays(open));
    });
  }

  const take = batchPerTick<WantedPlays, Refused>(async (wanted) => {
    const outletKeys = wanted.map(({ outletKey }) => outletKey);
    await insertOutletPlays(accounts, [...new Set(outletKeys)]);
    let refused: Refused[] = [];
    await change(outletKeys, (open) => {
      refused = wanted.map((one) => addOpenPlays(open.get(one.outletKey) ?? [], one, now()));
    });
    return refused;
  });

  const release = batchPerTick<readonly ReportedPlay[], void>(async (calls) => {
    const reported = grouped(calls.flat(), ({ outletKey }) => outletKey);
    await change([...reported.keys()], (open) => {
      for (const [key, plays] of open) {
        const ids = new Set(reported.get(key)?.map(({ id }) => id));
        open.set(
          key,
          plays.filter(({ id }) => !ids.has(id)),
        );
      }
    });
    return calls.map(() => undefined);
  });

  return {
    heldBy: async (outletKey) => stillOpen((await find(outletKey)) ?? [], now()),
    take,
    release: async (reported) => {
      if (reported.length > 0) await release(reported).catch(() => undefined);
    },
  };
}

/** A play as stored: the fields of `OpenPlay` in order, without names. */
type StoredPlay = readonly [string, number, number, number, number, number];

const readPlays = (rows: readonly { readonly outlet_key: number; readonly plays: string }[]): Map<number, OpenPlay[]> =>
  new Map(
    rows.map(({ outlet_key: key, plays }) => {
      const stored = JSON.parse(plays) as readonly StoredPlay[];
      return [
        key,
        stored.map(([id, flightKey, micros, seconds, expiresMs, heldUntilMs]) => ({
          id,
          flightKey,
          micros,
          seconds,
          expiresMs,
          heldUntilMs,
        })),
      ];
    }),
  );

const writePlays = (open: ReadonlyMap<number, readonly OpenPlay[]>): Map<number, string> =>
  new Map(
    [...open].map(([key, plays]) => {
      const stored = plays.map(({ id, flightKey, micros, seconds, expiresMs, heldUntilMs }): StoredPlay => {
        return [id, flightKey, micros, seconds, expiresMs, heldUntilMs];
      });
      return [key, JSON.stringify(stored)];
    }),
  );

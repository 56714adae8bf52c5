import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { gatherKeys } from '../lib/gather-keys.ts';
import { gatherTurn } from '../lib/gather-turn.ts';
import { grouped } from '../lib/grouped.ts';
import {
  addOpenPlays,
  type OpenPlays,
  type Refused,
  type ReportedPlay,
  stillOpen,
  type WantedPlays,
} from './open-plays.ts';
import { findOutletPlays, insertOutletPlays, lockOutletPlays, setOutletPlays } from './open-plays-queries.ts';
import type { OpenPlay } from './outlet-allowance.ts';

/**
 * Open plays of several processes: one row an outlet in the accounts store, locked while what fits is looked at and taken. Callers
 * of one turn of the event loop share the statements, so their number does not grow with the outlets that ask.
 */
export function createSharedOpenPlays(needs: { readonly accounts: AccountsDb; readonly now: () => number }): OpenPlays {
  const { accounts, now } = needs;
  const find = gatherKeys<number, readonly OpenPlay[]>(async (outletKeys) =>
    readPlays(await findOutletPlays(accounts, outletKeys)),
  );

  /** What `change` makes of the open plays of these outlets; nobody else changes them meanwhile. */
  async function change(outletKeys: readonly number[], work: (open: Map<number, OpenPlay[]>) => void): Promise<void> {
    const keys = [...new Set(outletKeys)].sort((one, other) => one - other);
    await accounts.transaction().execute(async (tx) => {
      const open = readPlays(await lockOutletPlays(tx, keys));
      for (const [key, plays] of open) open.set(key, stillOpen(plays, now()));
      work(open);
      await setOutletPlays(tx, writePlays(open));
    });
  }

  const take = gatherTurn<WantedPlays, Refused>(async (wanted) => {
    const outletKeys = wanted.map(({ outletKey }) => outletKey);
    await insertOutletPlays(accounts, [...new Set(outletKeys)]);
    let refused: Refused[] = [];
    await change(outletKeys, (open) => {
      refused = wanted.map((one) => addOpenPlays(open.get(one.outletKey) ?? [], one, now()));
    });
    return refused;
  });

  const release = gatherTurn<readonly ReportedPlay[], void>(async (calls) => {
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

/** As it is stored: fields in the order of `OpenPlay`, without their names. */
type StoredPlay = readonly [string, number, number, number, number, number];

const readPlays = (rows: readonly { readonly outlet_key: number; readonly plays: string }[]): Map<number, OpenPlay[]> =>
  new Map(
    rows.map(({ outlet_key: key, plays }) => {
      const stored = JSON.parse(plays) as readonly StoredPlay[];
      return [
        key,
        stored.map(([id, flightKey, micros, seconds, expiresMs, heldUntilMs]) => ({
          ...{ id, flightKey, micros, seconds, expiresMs, heldUntilMs },
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

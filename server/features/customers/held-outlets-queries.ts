import type { ExpressionBuilder } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { inGroups } from '../../lib/in-groups.ts';

/**
 * Number of assignments per statement. A statement takes about 3 ms in an embedded store, which runs on this thread.
 */
const STEP = 10_000;

type Asked = {
  readonly by: 'customer_id' | 'venue_id';
  readonly ids: readonly string[];
  /** `now or later` also counts outlets with a future place there. */
  readonly when: 'now' | 'now or later';
  readonly nowMs: number;
  readonly step?: number;
};

/**
 * Counts outlets in service by customer or venue, and omits those that have none. The network snapshot
 * (`network/snapshot/whole-network.ts`) counts the same rows in the same way. Reads only an index, in steps between
 * which other requests run, for any number of outlets.
 */
export async function countHeldOutlets(
  accounts: AccountsDb,
  { ids, ...asked }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const rows = await inGroups(ids, (group) => countGroup(accounts, { ...asked, ids: group }));
  return new Map(rows.map(({ id, outlets }) => [id, Number(outlets)]));
}

type Count = { readonly id: string; readonly outlets: number };

async function countGroup(accounts: AccountsDb, asked: Asked): Promise<readonly Count[]> {
  if (await isOneStep(accounts, asked)) return counted(accounts, asked);
  const { ids } = asked;
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return [{ id, outlets: await countOne(accounts, asked, id) }];
  const middle = Math.ceil(ids.length / 2);
  return [
    ...(await countGroup(accounts, { ...asked, ids: ids.slice(0, middle) })),
    ...(await countGroup(accounts, { ...asked, ids: ids.slice(middle) })),
  ];
}

const places = (accounts: AccountsDb) => accounts.selectFrom('outlet_assignments as place');

async function isOneStep(accounts: AccountsDb, { by, ids, step = STEP }: Asked): Promise<boolean> {
  const first = places(accounts)
    .select('place.outlet_id')
    .where(`place.${by}`, 'in', ids)
    .limit(step + 1);
  const row = await accounts
    .selectFrom(first.as('first'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows) <= step;
}

async function countOne(accounts: AccountsDb, asked: Asked, id: string): Promise<number> {
  let outlets = 0;
  for (let after = ''; ; ) {
    const last = await places(accounts)
      .select('place.outlet_id')
      .where(`place.${asked.by}`, '=', id)
      .where('place.outlet_id', '>', after)
      .orderBy('place.outlet_id')
      .offset((asked.step ?? STEP) - 1)
      .limit(1)
      .executeTakeFirst();
    const [count] = await counted(accounts, { ...asked, ids: [id] }, { after, to: last?.outlet_id });
    outlets += Number(count?.outlets ?? 0);
    if (last === undefined) return outlets;
    after = last.outlet_id;
  }
}

type Piece = { readonly after: string; readonly to: string | undefined };
const ALL: Piece = { after: '', to: undefined };

const counted = (accounts: AccountsDb, { by, ids, when, nowMs }: Asked, { after, to }: Piece = ALL): Promise<Count[]> =>
  places(accounts)
    .select(({ fn }) => [
      `place.${by} as id` as const,
      // An outlet that moves away and back counts once.
      fn.count<number>('place.outlet_id').distinct().as('outlets'),
    ])
    .where(`place.${by}`, 'in', ids)
    .where('place.outlet_id', '>', after)
    .$if(to !== undefined, (query) => query.where('place.outlet_id', '<=', to ?? ''))
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]))
    .$if(when === 'now', (query) => query.where('place.from_at', '<=', nowMs))
    .where((where) => where.not(isRetired(where, nowMs)))
    .groupBy(`place.${by}`)
    .execute();

type Places = ExpressionBuilder<AccountsSchema & { place: AccountsSchema['outlet_assignments'] }, 'place'>;

const isRetired = (where: Places, nowMs: number) =>
  where.exists(
    where
      .selectFrom('outlets as retired')
      .select('retired.id')
      // Equality written as a range, so that SQLite searches the index of the few retired outlets. With an id lookup,
      // it reads the outlet's entire row.
      .whereRef('retired.id', '>=', 'place.outlet_id')
      .whereRef('retired.id', '<=', 'place.outlet_id')
      .where('retired.retired_at', 'is not', null)
      .where('retired.retired_at', '<=', nowMs),
  );

import { type Kysely, PostgresAdapter, sql } from 'kysely';

const OPEN_END = '9000000000000000';
const OVERLAPPING = `select 1 from outlet_assignments other
  where other.outlet_id = new.outlet_id and other.id <> new.id
    and other.from_at < coalesce(new.to_at, ${OPEN_END}) and coalesce(other.to_at, ${OPEN_END}) > new.from_at`;
const MESSAGE = 'assignments of one outlet must not overlap';
const CHANGES: readonly string[] = ['insert', 'update'];

/**
 * An outlet has one owner at any moment: the stores refuse overlapping assignments from any writer
 * (docs/threat-model.md#c7).
 */
export const assignmentsApart = {
  async up(db: Kysely<unknown>): Promise<void> {
    if (db.getExecutor().adapter instanceof PostgresAdapter) await addPostgresTrigger(db);
    else await addSqliteTriggers(db);
  },
};

async function addSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  for (const change of CHANGES) {
    await sql
      .raw(
        `create trigger assignments_apart_${change} before ${change} on outlet_assignments
         when exists (${OVERLAPPING}) begin select raise(abort, '${MESSAGE}'); end`,
      )
      .execute(db);
  }
}

async function addPostgresTrigger(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function refuse_overlapping_assignment() returns trigger language plpgsql as $$ begin
         if exists (${OVERLAPPING}) then raise exclusion_violation using message = '${MESSAGE}'; end if;
         return new;
       end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger assignments_apart before ${CHANGES.join(' or ')} on outlet_assignments
       for each row execute function refuse_overlapping_assignment()`,
    )
    .execute(db);
}

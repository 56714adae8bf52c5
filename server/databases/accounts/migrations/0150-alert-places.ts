import { type Kysely, sql } from 'kysely';

const COLUMNS: readonly string[] = [
  'alter table alerts add column venue_id text',
  'alter table alerts add column since_at int8',
  'alter table alerts add column affected_count int4 not null default 0',
  `alter table alerts add column affected_names text not null default ''`,
];

type Row = { id: string; cause: string; affected: string };

const STEP = 500;

/**
 * The venue and the beginning of each alert, and the number and names of the items that it affects. Alerts that are already stored get what
 * their cause says: `silent/<venue>/<outlet>/<since>`, `fault/<venue>/…`, `meter/<venue>`,
 * `traffic_pattern/<rule>/<venue>`.
 */
export const alertPlaces = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of COLUMNS) await sql.raw(statement).execute(db);
    for (let after = ''; ; ) {
      const { rows } = await sql<Row>`
        select id, cause, affected from alerts where id > ${after} order by id limit ${sql.lit(STEP)}`.execute(db);
      for (const { id, cause, affected } of rows) {
        const [venueId, sinceMs] = placeOf(cause);
        const names = (JSON.parse(affected) as { name: string }[]).map(({ name }) => name);
        await sql`
          update alerts set venue_id = ${venueId}, since_at = ${sinceMs}, affected_count = ${names.length},
            affected_names = ${names.join('\n')}
          where id = ${id}`.execute(db);
      }
      after = rows.at(-1)?.id ?? '';
      if (rows.length < STEP) return;
    }
  },
};

function placeOf(cause: string): [venueId: string | null, sinceMs: number | null] {
  const [kind, first = null, second = null, third = ''] = cause.split('/');
  if (kind === 'silent') return [first, /^\d+$/.test(third) ? Number(third) : null];
  if (kind === 'fault' || kind === 'meter') return [first, null];
  return [kind === 'traffic_pattern' ? second : null, null];
}

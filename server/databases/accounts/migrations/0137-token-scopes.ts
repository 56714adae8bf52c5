import { type Kysely, sql } from 'kysely';

const AREAS = ['reports', 'campaigns', 'network', 'money', 'people', 'system'];
const READS = AREAS.map((area) => `${area}:read`);
/** Older tokens lose write access to money: two administrators create a token for that. */
const WRITES = AREAS.filter((area) => area !== 'money').map((area) => `${area}:write`);

const STATEMENTS: readonly string[] = [
  "alter table api_tokens add column scopes text not null default ''",
  `update api_tokens set scopes = '${READS.join(' ')}' where reads_only = 1`,
  `update api_tokens set scopes = '${[...READS, ...WRITES].join(' ')}' where reads_only = 0`,
  'alter table api_tokens add column approved_at int8',
  'alter table api_tokens add column approved_by_id text',
];

/** The scopes of each API token, and the administrator who approved one that writes money. */
export const tokenScopes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

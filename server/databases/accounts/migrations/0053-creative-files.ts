import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table creative_files (
    hash text not null primary key, type text not null, width int4 not null, height int4 not null,
    size_bytes int8 not null, image text not null, created_at int8 not null
  )`,
  "alter table creatives add column target_url text not null default ''",
  'alter table creatives add column file_hash text references creative_files (hash)',
  'alter table creatives add column removed_at int8',
  `create table creative_decisions (
    creative_id text not null references creatives (id), customer_id text not null references customers (id),
    decision text not null check (decision in ('accepted', 'refused')), reason text not null,
    decided_at int8 not null, decided_by text not null,
    primary key (creative_id, customer_id)
  )`,
  'alter table customers add column reviews_creatives int2 not null default 0',
  "alter table customers add column blocked_categories text not null default ''",
];

/** Pictures of creatives under their hash, and the owners' decisions on them. */
export const creativeFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

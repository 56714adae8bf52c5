import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table billing_months (
    month text not null primary key,
    from_at int8 not null, to_at int8 not null,
    holder text, cut_off_at int8, read_at int8, final_at int8,
    looked_until int8
  )`,
  `create table billed_pairs (
    closing text not null references billing_months (month),
    month text not null, owner_key int8 not null, advertiser_key int8 not null,
    amount_micros int8 not null, owner_micros int8 not null,
    primary key (closing, month, owner_key, advertiser_key)
  )`,
  `create table documents (
    id text not null primary key,
    kind text not null check (kind in ('statement', 'invoice')),
    month text not null references billing_months (month),
    customer_id text not null references customers (id),
    customer_key int8 not null, customer_name text not null,
    number int8,
    currency text not null, time_zone text not null,
    total_cents int8, carried_micros int8,
    cut_off_at int8 not null, final_at int8, due_at int8,
    layout int4 not null, pdf_sha256 text
  )`,
  'create unique index documents_once on documents (kind, customer_id, month)',
  'create unique index documents_number on documents (kind, number)',
  'create index documents_month on documents (month, kind, customer_name)',
  `create table document_lines (
    document_id text not null references documents (id), place int4 not null,
    kind text not null check (kind in ('delivery', 'late', 'adjustment', 'carried', 'carried-on')),
    month text not null, of_key int8 not null,
    part text not null, item text not null, mark text not null,
    views int8 not null, clicks int8 not null, burns int8 not null,
    amount_micros int8 not null, owner_micros int8 not null, micros int8 not null,
    primary key (document_id, place)
  )`,
  `create table document_numbers (
    kind text not null primary key check (kind in ('statement', 'invoice')), last int8 not null
  )`,
  "insert into document_numbers (kind, last) values ('statement', 0), ('invoice', 0)",
];

/** Closed months, and the documents that customers receive for them. */
export const documents = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import { DEMO_DOMAIN } from '#domain/constants.ts';
import { HIDDEN_ADDRESS, NOBODYS_ENDINGS } from '#domain/nobodys-address.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Told = 'users' | 'audit_log' | 'contact_messages' | 'mails' | 'objections';
type Row<Name extends Told> = Selectable<AccountsSchema[Name]>;

/** What a demo visitor sees in a column: the value, a replacement in private rows, or a replacement in every row. */
type Mask = 'open' | { readonly hidden: string } | { readonly never: string };
const HIDDEN = { hidden: HIDDEN_ADDRESS } as const;
const EMPTY = { hidden: '' } as const;
const NEVER = { never: '' } as const;

/** The masks for a table. Every column is required, so that a new column isn't shown by accident. */
type Masked<Name extends Told> = {
  readonly isPrivate: RawBuilder<boolean>;
  readonly columns: { readonly [Column in keyof Row<Name>]-?: Mask };
};

const isAny = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/**
 * Returns a condition that a column contains an address that may belong to a person, that is, one without a known
 * fictitious ending.
 */
function isSomebodys(name: string): RawBuilder<boolean> {
  const column = sql`lower(${sql.ref(name)})`;
  const isNobodys = isAny(NOBODYS_ENDINGS.map((ending) => sql<boolean>`${column} like ${sql.lit(`%${ending}`)}`));
  return sql<boolean>`(${column} like '%@%' and (${column} like '%@%@%' or not ${isNobodys}))`;
}

/** Returns a condition that a text may contain an address other than the demo's. */
const tells = (name: string): RawBuilder<boolean> =>
  sql<boolean>`replace(lower(${sql.ref(name)}), ${sql.lit(DEMO_DOMAIN)}, '') like '%@%'`;

const USERS: Masked<'users'> = {
  isPrivate: isAny([isSomebodys('email'), isSomebodys('email_key')]),
  columns: {
    first_name: HIDDEN,
    last_name: HIDDEN,
    name_key: EMPTY,
    first_key: EMPTY,
    last_key: EMPTY,
    email: HIDDEN,
    email_key: EMPTY,
    phone_number: HIDDEN,
    avatar: { hidden: '[]' },
    password_hash: NEVER,
    import_hash: NEVER,
    authentication_uid: NEVER,
    id: 'open',
    email_verified: 'open',
    provider: 'open',
    role: 'open',
    customer_id: 'open',
    disabled: 'open',
    demo: 'open',
    created_at: 'open',
    updated_at: 'open',
    last_seen_at: 'open',
    created_by_id: 'open',
    updated_by_id: 'open',
    deleted_at: 'open',
    time_zone: 'open',
    theme_color: 'open',
    color_scheme: 'open',
    standing: 'open',
  },
};

const AUDIT_LOG: Masked<'audit_log'> = {
  isPrivate: isAny([isSomebodys('actor'), isSomebodys('subject'), tells('detail')]),
  columns: {
    actor: HIDDEN,
    subject: HIDDEN,
    detail: { hidden: '{}' },
    // Many visitors share a demo account. Their IP addresses are private, and so is the hash, from which an address
    // could be guessed.
    ip: NEVER,
    hash: NEVER,
    id: 'open',
    at: 'open',
    actor_id: 'open',
    action: 'open',
    seq: 'open',
  },
};

const senderIsSomebody = sql<boolean>`exists (
  select 1 from users as senders where senders.id = user_id and ${isSomebodys('senders.email')})`;

const CONTACT_MESSAGES: Masked<'contact_messages'> = {
  isPrivate: isAny([tells('name'), isSomebodys('email'), tells('message'), senderIsSomebody]),
  columns: {
    name: HIDDEN,
    email: HIDDEN,
    message: HIDDEN,
    search_key: EMPTY,
    id: 'open',
    user_id: 'open',
    sent_at: 'open',
    read_at: 'open',
    deleted_at: 'open',
  },
};

const MAILS: Masked<'mails'> = {
  isPrivate: isAny([isSomebodys('to_key'), isSomebodys('reply_to'), tells('subject'), tells('content')]),
  columns: {
    to_email: HIDDEN,
    to_key: EMPTY,
    reply_to: EMPTY,
    subject: HIDDEN,
    last_error: EMPTY,
    asked_from: NEVER,
    // Mails are read by ID and not searched. The response's projection removes addresses from their text.
    content: 'open',
    sealed_token: 'open',
    expires_at: 'open',
    id: 'open',
    kind: 'open',
    status: 'open',
    attempts: 'open',
    next_at: 'open',
    leased_until: 'open',
    created_at: 'open',
    sent_at: 'open',
    notification: 'open',
    unsubscriber: NEVER,
  },
};

const OBJECTIONS: Masked<'objections'> = {
  isPrivate: isAny([isSomebodys('raised_by'), tells('words'), tells('answer')]),
  columns: {
    words: HIDDEN,
    raised_by: HIDDEN,
    decided_by: HIDDEN,
    answer: HIDDEN,
    id: 'open',
    customer_id: 'open',
    outlet_id: 'open',
    day: 'open',
    reason: 'open',
    state: 'open',
    raised_at: 'open',
    raised_by_id: 'open',
    decided_at: 'open',
  },
};

function maskedTable<Name extends Told>(name: Name, { isPrivate, columns }: Masked<Name>): RawBuilder<Row<Name>> {
  const shown = Object.entries<Mask>(columns).map(([column, mask]) => {
    if (mask === 'open') return sql.ref(column);
    if ('never' in mask) return sql`${sql.lit(mask.never)} as ${sql.ref(column)}`;
    return sql`case when ${isPrivate} then ${sql.lit(mask.hidden)} else ${sql.ref(column)} end as ${sql.ref(column)}`;
  });
  return sql`(select ${sql.join(shown)} from ${sql.table(name)})`;
}

const MASKED = {
  users: maskedTable('users', USERS),
  audit_log: maskedTable('audit_log', AUDIT_LOG),
  contact_messages: maskedTable('contact_messages', CONTACT_MESSAGES),
  mails: maskedTable('mails', MAILS),
  objections: maskedTable('objections', OBJECTIONS),
} as const;

/**
 * Returns the table as the user may search, sort and see it. For visitors to a public demo (`isVisit`), other people's
 * data is removed before any condition or order applies, so rows, totals and sort orders never depend on it.
 */
export const shownUsers = (isVisit: boolean): AliasedRawBuilder<Row<'users'>, 'users'> =>
  (isVisit ? MASKED.users : sql<Row<'users'>>`users`).as('users');

export const shownAuditLog = (isVisit: boolean): AliasedRawBuilder<Row<'audit_log'>, 'audit_log'> =>
  (isVisit ? MASKED.audit_log : sql<Row<'audit_log'>>`audit_log`).as('audit_log');

export const shownMessages = (isVisit: boolean): AliasedRawBuilder<Row<'contact_messages'>, 'contact_messages'> =>
  (isVisit ? MASKED.contact_messages : sql<Row<'contact_messages'>>`contact_messages`).as('contact_messages');

export const shownMails = (isVisit: boolean): AliasedRawBuilder<Row<'mails'>, 'mails'> =>
  (isVisit ? MASKED.mails : sql<Row<'mails'>>`mails`).as('mails');

export const shownObjections = (isVisit: boolean): AliasedRawBuilder<Row<'objections'>, 'objections'> =>
  (isVisit ? MASKED.objections : sql<Row<'objections'>>`objections`).as('objections');

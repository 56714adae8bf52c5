import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

type Columns = Readonly<Record<string, string>>;

/**
 * The first tables. A column is written `type[!][ -> table]`: `!` means not null, the arrow a reference. `int8` holds
 * instants and money. Both engines know the type names used here.
 */
const TABLES: Readonly<Record<string, Columns>> = {
  customers: {
    id: 'text!',
    name: 'text!',
    name_key: 'text!',
    kind: 'text!',
    category: 'text!',
    created_at: 'int8!',
    updated_at: 'int8!',
    deleted_at: 'int8',
  },
  venues: {
    id: 'text!',
    customer_id: 'text! -> customers',
    name: 'text!',
    name_key: 'text!',
    type: 'text!',
    address: 'text!',
    city: 'text!',
    state: 'text!',
    time_zone: 'text!',
    lat: 'float8',
    lng: 'float8',
    created_at: 'int8!',
    updated_at: 'int8!',
  },
  outlets: {
    id: 'text!',
    eui: 'text!',
    label: 'text!',
    lat: 'float8',
    lng: 'float8',
    last_seen_at: 'int8',
    retired_at: 'int8',
    created_at: 'int8!',
    updated_at: 'int8!',
  },
  outlet_assignments: {
    id: 'text!',
    outlet_id: 'text! -> outlets',
    customer_id: 'text! -> customers',
    venue_id: 'text! -> venues',
    from_at: 'int8!',
    to_at: 'int8',
  },
  access_keys: {
    id: 'text!',
    key_hash: 'text!',
    prefix: 'text!',
    outlet_id: 'text -> outlets',
    customer_id: 'text -> customers',
    label: 'text!',
    created_at: 'int8!',
    revoked_at: 'int8',
    last_used_at: 'int8',
  },
  campaigns: {
    id: 'text!',
    customer_id: 'text! -> customers',
    name: 'text!',
    created_at: 'int8!',
    updated_at: 'int8!',
  },
  flights: {
    id: 'text!',
    campaign_id: 'text! -> campaigns',
    code: 'text!',
    starts_at: 'int8!',
    ends_at: 'int8!',
    budget_micros: 'int8!',
    paused: 'int2!',
    created_at: 'int8!',
    updated_at: 'int8!',
  },
  flight_targets: {
    id: 'text!',
    flight_id: 'text! -> flights',
    outlet_id: 'text -> outlets',
    venue_id: 'text -> venues',
  },
  flight_prices: {
    id: 'text!',
    flight_id: 'text! -> flights',
    model: 'text!',
    price_micros: 'int8!',
    valid_from: 'int8!',
  },
  creatives: {
    id: 'text!',
    flight_id: 'text! -> flights',
    name: 'text!',
    duration_seconds: 'int4!',
    created_at: 'int8!',
  },
  owner_shares: { id: 'text!', customer_id: 'text! -> customers', share_ppm: 'int4!', valid_from: 'int8!' },
  users: {
    id: 'text!',
    first_name: 'text!',
    last_name: 'text!',
    email: 'text!',
    email_key: 'text!',
    email_verified: 'int2!',
    phone_number: 'text!',
    avatar: 'text!',
    provider: 'text!',
    role: 'text!',
    customer_id: 'text -> customers',
    disabled: 'int2!',
    demo: 'int2!',
    password_hash: 'text',
    import_hash: 'text',
    authentication_uid: 'text',
    created_at: 'int8!',
    updated_at: 'int8!',
    created_by_id: 'text',
    updated_by_id: 'text',
    deleted_at: 'int8',
  },
  sessions: {
    id: 'text!',
    user_id: 'text! -> users',
    created_at: 'int8!',
    last_used_at: 'int8!',
    expires_at: 'int8!',
    ended_at: 'int8',
    ip: 'text!',
    user_agent: 'text!',
  },
  login_codes: { id: 'text!', user_id: 'text! -> users', created_at: 'int8!', expires_at: 'int8!', used_at: 'int8' },
  login_failures: { subject: 'text!', failures: 'int4!', last_at: 'int8!', blocked_until: 'int8!' },
  print_tickets: {
    id: 'text!',
    session_id: 'text! -> sessions',
    user_id: 'text! -> users',
    cid: 'text!',
    role: 'text!',
    start_at: 'int8',
    end_at: 'int8',
    tz: 'text',
    expires_at: 'int8!',
    used_at: 'int8',
  },
  event_seals: { id: 'int4!', generation: 'int8!', watermark_at: 'int8!', updated_at: 'int8!' },
  dirty_weeks: { week: 'text!', since_at: 'int8!' },
  audit_log: {
    at: 'int8!',
    actor_id: 'text',
    actor: 'text!',
    action: 'text!',
    subject: 'text!',
    detail: 'text!',
    ip: 'text!',
  },
  settings: { name: 'text!', value: 'text!' },
};

/** Tables that the events store references by number. The number is the primary key and is never reused. */
const NUMBERED: Readonly<Record<string, string>> = {
  customers: 'key',
  outlets: 'key',
  campaigns: 'key',
  flights: 'key',
  audit_log: 'id',
};
const PRIMARY: Readonly<Record<string, string>> = { login_failures: 'subject', dirty_weeks: 'week', settings: 'name' };

const INDEXES: readonly string[] = [
  'unique index customers_name on customers (name_key) where deleted_at is null',
  'unique index venues_name on venues (customer_id, name_key)',
  'unique index outlets_eui on outlets (eui)',
  'unique index assignments_current on outlet_assignments (outlet_id) where to_at is null',
  'unique index assignments_start on outlet_assignments (outlet_id, from_at)',
  'index assignments_customer on outlet_assignments (customer_id)',
  'index assignments_venue on outlet_assignments (venue_id)',
  'unique index access_keys_hash on access_keys (key_hash)',
  'index campaigns_customer on campaigns (customer_id)',
  'unique index flights_code on flights (code)',
  'index flights_campaign on flights (campaign_id)',
  'index flight_targets_flight on flight_targets (flight_id)',
  'unique index flight_prices_version on flight_prices (flight_id, valid_from)',
  'index creatives_flight on creatives (flight_id)',
  'unique index owner_shares_version on owner_shares (customer_id, valid_from)',
  'unique index users_email on users (email_key) where deleted_at is null',
  'index sessions_user on sessions (user_id)',
  'index print_tickets_expiry on print_tickets (expires_at)',
  'index audit_log_at on audit_log (at)',
];

/** Checks that both engines enforce. */
const CHECKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customers: { customers_kind: "kind in ('property', 'advertiser')" },
  outlet_assignments: { assignments_order: 'to_at is null or to_at > from_at' },
  access_keys: { access_keys_subject: '(outlet_id is null) <> (customer_id is null)' },
  flights: { flights_order: 'ends_at > starts_at' },
  flight_targets: { flight_targets_subject: '(outlet_id is null) <> (venue_id is null)' },
  flight_prices: {
    flight_prices_model: "model in ('cpm', 'cpc', 'cpb', 'flat')",
    flight_prices_sign: 'price_micros >= 0',
  },
  owner_shares: { owner_shares_range: 'share_ppm between 0 and 1000000' },
  users: { users_role: "role in ('admin', 'property', 'advertiser', 'full', 'unassigned')" },
};

function define(definition: string) {
  const [type = 'text', target] = definition.split(' -> ');
  return (column: ColumnDefinitionBuilder) => {
    const required = type.endsWith('!') ? column.notNull() : column;
    return target ? required.references(`${target}.id`) : required;
  };
}

async function createTable(db: Kysely<unknown>, name: string, columns: Columns, isPostgres: boolean) {
  let table = db.schema.createTable(name);
  const number = NUMBERED[name];
  if (number && isPostgres) table = table.addColumn(number, 'serial', (column) => column.primaryKey());
  if (number && !isPostgres)
    table = table.addColumn(number, 'integer', (column) => column.primaryKey().autoIncrement());
  const primary = PRIMARY[name] ?? 'id';
  for (const [column, definition] of Object.entries(columns)) {
    const type = sql.raw(definition.replace(/!?( -> .*)?$/, ''));
    table = table.addColumn(column, type as ReturnType<typeof sql<never>>, (builder) => {
      const defined = define(definition)(builder);
      if (column !== primary) return defined;
      return number ? defined.unique() : defined.primaryKey();
    });
  }
  for (const [check, condition] of Object.entries(CHECKS[name] ?? {}))
    table = table.addCheckConstraint(check, sql.raw(condition));
  await table.execute();
}

export const networkAndAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const [name, columns] of Object.entries(TABLES)) await createTable(db, name, columns, isPostgres);
    for (const index of INDEXES) await sql.raw(`create ${index}`).execute(db);
  },
};

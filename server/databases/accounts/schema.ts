import type { Generated } from 'kysely';
import type { FaultKind } from '#contract/ingest.ts';
import type { AlertTables } from './alert-tables.ts';
import type {
  CampaignTable,
  CreativeDecisionTable,
  CreativeFileTable,
  CreativeTable,
  FlightPauseTable,
  FlightPriceTable,
  FlightProposalTable,
  FlightTable,
  FlightTargetTable,
  HousePictureTable,
  RateCardTable,
} from './campaign-tables.ts';
import type { DeliveryTables } from './delivery-tables.ts';
import type { LedgerTables } from './ledger-tables.ts';
import type {
  AccountRequestTable,
  AccountTokenTable,
  MailTable,
  NotificationChoiceTable,
  NotificationTable,
} from './mail-tables.ts';
import type { MaintenanceTables } from './maintenance-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { ReportTables } from './report-tables.ts';
import type {
  EventSealTable,
  LateMarkTable,
  RawLossTable,
  RetiredSealTable,
  SealLeaseTable,
  SealNumberTable,
} from './seal-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';
import type { TrafficTables } from './traffic-tables.ts';
import type { UserTable } from './user-table.ts';

/**
 * Tables in the accounts store. IDs are UUIDv7 text, timestamps integer epoch milliseconds, money integer
 * micro-dollars, booleans 0 or 1. `key` columns are the UInt32 numbers that identify customers, outlets, campaigns and
 * flights in the events store. They are never reused.
 */
export type AccountsSchema = SignInTables &
  DeliveryTables &
  LedgerTables &
  PaymentTables &
  AlertTables &
  ServiceTables &
  TrafficTables &
  ReportTables &
  MaintenanceTables & {
    customers: CustomerTable;
    venues: VenueTable;
    outlets: OutletTable;
    outlet_assignments: OutletAssignmentTable;
    access_keys: AccessKeyTable;
    campaigns: CampaignTable;
    flights: FlightTable;
    flight_targets: FlightTargetTable;
    flight_prices: FlightPriceTable;
    flight_pauses: FlightPauseTable;
    flight_spend: FlightSpendTable;
    spend_reservations: SpendReservationTable;
    running_inserts: RunningInsertTable;
    flight_proposals: FlightProposalTable;
    rate_card: RateCardTable;
    creatives: CreativeTable;
    creative_files: CreativeFileTable;
    creative_decisions: CreativeDecisionTable;
    house_pictures: HousePictureTable;
    owner_shares: OwnerShareTable;
    users: UserTable;
    print_tickets: PrintTicketTable;
    mails: MailTable;
    notifications: NotificationTable;
    notification_choices: NotificationChoiceTable;
    account_requests: AccountRequestTable;
    account_tokens: AccountTokenTable;
    contact_messages: ContactMessageTable;
    event_seals: EventSealTable;
    seal_numbers: SealNumberTable;
    seal_lease: SealLeaseTable;
    retired_seals: RetiredSealTable;
    late_marks: LateMarkTable;
    raw_losses: RawLossTable;
    audit_log: AuditLogTable;
    audit_chain: AuditChainTable;
    settings: SettingTable;
    job_turns: JobTurnTable;
    system_notices: SystemNoticeTable;
  };

type Instant = number;
type Flag = 0 | 1;

/** The last start and the last result of each background job. */
type JobTurnTable = {
  job: string;
  /** The minute that one of several processes claimed; 0 for jobs that every process runs. */
  minute_at: Instant;
  /** Null for runs from before results were recorded. */
  begun_at: Instant | null;
  ended_at: Instant | null;
  failure: string | null;
};

type CustomerTable = {
  id: string;
  key: Generated<number>;
  /**
   * An advertiser's public name is its `sponsor`. `nameKey` is unique among rows that aren't deleted; `findKey` is for
   * searching (#domain).
   */
  name: string;
  name_key: string;
  find_key: string;
  kind: 'property' | 'advertiser';
  /** hotel, airport, cafe, library, gym, arena, rental, brand, … */
  category: string;
  /**
   * Details printed on the customer's statements or invoices. The country (ISO 3166-1 alpha-2, or '') determines the
   * paper size.
   */
  billing_address: Generated<string>;
  tax_id: Generated<string>;
  /** Gets the customer's documents; '' if its users do. */
  billing_email: Generated<string>;
  country: Generated<string>;
  /**
   * For a property: whether it must accept each creative, and the ad categories that it blocks, separated by commas.
   */
  reviews_creatives: Generated<Flag>;
  blocked_categories: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: Instant | null;
};

type OutletTable = {
  id: string;
  key: Generated<number>;
  /** Lower case. */
  eui: string;
  label: string;
  lat: number | null;
  lng: number | null;
  /** Amounts in dollars, as entered: once and monthly. */
  purchase_price: Generated<number | null>;
  monthly_cost: Generated<number | null>;
  /** Null means one socket, and `RATED_WATTS`. */
  sockets: Generated<number | null>;
  rated_watts: Generated<number | null>;
  last_seen_at: Instant | null;
  retired_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
};

/**
 * An outlet's owners over time. Periods of an outlet never overlap; `to_at` is exclusive, or null for the current
 * owner.
 */
type OutletAssignmentTable = {
  id: string;
  outlet_id: string;
  customer_id: string;
  venue_id: string;
  from_at: Instant;
  to_at: Instant | null;
};

/**
 * Keys for outlets and gateways. Only the SHA-256 of a key is stored. Exactly one of `outlet_id` and `customer_id` is
 * set.
 */
type AccessKeyTable = {
  id: string;
  key_hash: string;
  /** The first characters of the key, by which it is recognized in a list. */
  prefix: string;
  outlet_id: string | null;
  customer_id: string | null;
  label: string;
  created_at: Instant;
  /** When the key was revoked by hand. */
  revoked_at: Instant | null;
  /** Precise to the hour. */
  last_used_at: Instant | null;
  /** When the key stops working because it was replaced or its outlet was retired. */
  expires_at: Instant | null;
};

/** Amounts that a flight has spent or reserved, if several processes store events. */
type FlightSpendTable = { flight_key: number; spent_micros: number; days: string };

/**
 * A reservation of spending, which exists until the rows of its events are stored. `amounts` is a JSON array of
 * `[flight_key, micros]`.
 */
type SpendReservationTable = { id: string; made_at: Instant; amounts: string };

/**
 * An insert of events that may still be running. `lock_xid` is the PostgreSQL transaction that locks the insert's
 * outlets. If that transaction aborts, the outlets are free although the insert may still run. `outlet_keys` is a JSON
 * array.
 */
type RunningInsertTable = { id: string; lock_xid: number; outlet_keys: string; made_at: Instant };

/** An owner's share as of a date, in parts per million. Without a row, the configured default applies. */
type OwnerShareTable = {
  id: string;
  customer_id: string;
  share_ppm: number;
  valid_from: Instant;
};

/** A ticket for printing a statement. `id` is the SHA-256 of the ticket (docs/threat-model.md#e1). */
type PrintTicketTable = {
  id: string;
  session_id: string;
  user_id: string;
  cid: string;
  role: string;
  /** Epoch seconds as sent in the request, or null. */
  start_at: number | null;
  end_at: number | null;
  /** No longer written, because statements use the contract's days. */
  tz: string | null;
  /** Calendar days, inclusive. */
  from_day: string | null;
  to_day: string | null;
  /** As sent in the request: only data that had arrived by that time counts; null means the current data. */
  known_on: string | null;
  expires_at: Instant;
  used_at: Instant | null;
};

/** A user's message to administrators (docs/decisions.md#screens, contact). */
type ContactMessageTable = {
  id: string;
  user_id: string;
  /** As the user typed it. */
  name: string;
  email: string;
  message: string;
  /** `nameKey` of all three fields, for searching. */
  search_key: string;
  sent_at: Instant;
  read_at: Instant | null;
  deleted_at: Instant | null;
};

type AuditLogTable = {
  id: Generated<number>;
  at: Instant;
  actor_id: string | null;
  actor: string;
  action: string;
  subject: string;
  /** JSON without secrets. */
  detail: string;
  ip: string;
  /** Numbered from 1 without gaps. */
  seq: number;
  /** `chainHash` over the previous hash and this entry. */
  hash: string;
};

/** Has one row (`id` 1): the number and hash of the audit log's last entry. */
type AuditChainTable = { id: number; seq: number; hash: string };
/** Small facts about the installation, such as the version of the demo network. */
type SettingTable = { name: string; value: string };

/** Notices for administrators about the installation, by kind. */
type SystemNoticeTable = { kind: string; text: string; since_at: Instant; updated_at: Instant };

type VenueTable = {
  id: string;
  customer_id: string;
  name: string;
  /** `nameKey(name)`; unique within the customer. */
  name_key: string;
  /** `findKey` of the name, for sorting. */
  find_key: Generated<string>;
  type: string;
  address: string;
  city: string;
  state: string;
  /** IANA name. Days of the venue's outlets are in this time zone. */
  time_zone: string;
  lat: number | null;
  lng: number | null;
  /** In the format of `domain/opening-hours.ts`; '' if unknown. */
  opening_hours: Generated<string>;
  /** Epoch ms. */
  created_at: number;
  updated_at: number;
};

/**
 * The minutes of an hour (UTC, hours since 1970) in which an outlet was in contact. Bit n of a half is minute n of that
 * half. There are two halves of 30 bits, because both engines and JavaScript store 30 bits exactly. Recording a minute
 * twice changes nothing.
 */
type ContactHourTable = {
  outlet_key: number;
  hour: number;
  first_half: number;
  second_half: number;
};

/** An hour (UTC, hours since 1970) in which data from an outlet arrived, on the server's clock. */
type ArrivalHourTable = {
  outlet_key: number;
  hour: number;
};

/** An outlet's fault report. A report is stored once per ID, like any event, but never affects money. */
type OutletFaultTable = {
  outlet_key: number;
  /** As sent by the outlet, in lower case. */
  event_id: string;
  kind: FaultKind;
  at: number;
  received_at: number;
};

/** State of an outlet's cumulative energy meter (`domain/meter-register.ts`). */
type OutletMeterTable = {
  outlet_key: number;
  epoch: number;
  /** Time of the register's first reading. */
  since_at: number;
  anchor_milli_wh: number;
  anchor_at: number;
  last_milli_wh: number;
  last_at: number;
  suspect_milli_wh: number | null;
  suspect_at: number | null;
};

/**
 * A reading that exceeds the energy that the outlet's power allows since the previous reading. Reports exclude such
 * readings.
 */
type ImplausibleReadingTable = {
  outlet_key: number;
  /** As sent by the outlet, in lower case. */
  event_id: string;
  source: 'view' | 'click' | 'burn' | 'register';
  at: number;
  milli_wh: number;
  /** The maximum plausible value. */
  most_milli_wh: number;
  received_at: number;
};

type ServiceTables = {
  outlet_meters: OutletMeterTable;
  implausible_readings: ImplausibleReadingTable;
  contact_hours: ContactHourTable;
  arrival_hours: ArrivalHourTable;
  outlet_faults: OutletFaultTable;
};

import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** The URL parameters that a ticket is valid for. */
export type TicketTerms = {
  /** An id or name, as sent. */
  readonly cid: string;
  readonly role: string;
  /** Epoch seconds. */
  readonly start: number | null;
  readonly end: number | null;
  /** Calendar days, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** A past time, as sent. Limits the statement to events that had arrived by that time. */
  readonly knownOn: string | null;
};

type Ticket = TicketTerms & {
  readonly hash: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly expiresAt: number;
};

export async function insertTicket(accounts: AccountsDb, ticket: Ticket): Promise<void> {
  await accounts
    .insertInto('print_tickets')
    .values({
      id: ticket.hash,
      session_id: ticket.sessionId,
      user_id: ticket.userId,
      cid: ticket.cid,
      role: ticket.role,
      start_at: ticket.start,
      end_at: ticket.end,
      tz: null,
      from_day: ticket.from,
      to_day: ticket.to,
      known_on: ticket.knownOn,
      expires_at: ticket.expiresAt,
      used_at: null,
    })
    .execute();
}

export async function deleteTicketsBefore(accounts: AccountsDb, expiredAt: number): Promise<void> {
  await accounts.deleteFrom('print_tickets').where('expires_at', '<', expiredAt).execute();
}

/**
 * Marks a ticket as used if it is valid for exactly these terms, and returns its session. Of several concurrent calls,
 * only one gets the session; the others get null.
 */
export async function markTicketUsed(
  accounts: AccountsDb,
  hash: string,
  terms: TicketTerms,
  at: number,
): Promise<string | null> {
  const found = await accounts
    .updateTable('print_tickets')
    .set({ used_at: at })
    .where('id', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('cid', '=', terms.cid)
    .where('role', '=', terms.role)
    .where('start_at', terms.start === null ? 'is' : '=', terms.start)
    .where('end_at', terms.end === null ? 'is' : '=', terms.end)
    .where('from_day', terms.from === null ? 'is' : '=', terms.from)
    .where('to_day', terms.to === null ? 'is' : '=', terms.to)
    .where('known_on', terms.knownOn === null ? 'is' : '=', terms.knownOn)
    .returning('session_id')
    .executeTakeFirst();
  return found?.session_id ?? null;
}

/** Makes a ticket valid again if the server cannot respond. */
export async function returnTicket(accounts: AccountsDb, hash: string): Promise<void> {
  await accounts.updateTable('print_tickets').set({ used_at: null }).where('id', '=', hash).execute();
}

/**
 * Finds the user of an active session, with the user's customer unless it is deleted. Returns undefined if the session
 * has ended, or if its account is disabled or deleted.
 */
export const findLiveSession = (accounts: AccountsDb, id: string, at: number) =>
  accounts
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'users.customer_id').on('customers.deleted_at', 'is', null),
    )
    .select(['sessions.id', 'sessions.user_id', 'users.role', 'users.demo'])
    .select([
      'customers.id as customer_id',
      'customers.key as customer_key',
      'customers.name as customer_name',
      'customers.kind',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .where('users.deleted_at', 'is', null)
    .where('users.disabled', '=', 0)
    .executeTakeFirst();

/** Finds the start and end times of an advertiser's approved flights. */
export const findFlightTimes = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(['flights.starts_at', 'flights.ends_at', 'flights.paused'])
    .where('campaigns.customer_id', '=', customerId)
    .where('flights.state', '=', 'approved')
    .execute();

import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

/** What adding a version did: nothing, because the same version was there, or it stands now; 'conflict': another one begins then. */
export type VersionChange = 'created' | 'unchanged' | 'conflict';

type Price = { flightId: string; model: PriceModel; priceMicros: number; fromMs: number };

/** A flight's price from an instant on, at venues of all types. */
export async function addPrice(tx: Tx, { flightId, model, priceMicros, fromMs }: Price): Promise<VersionChange> {
  const same = await tx
    .selectFrom('flight_prices')
    .select(['model', 'price_micros'])
    .where('flight_id', '=', flightId)
    .where('valid_from', '=', fromMs)
    .where('venue_type', '=', '')
    .executeTakeFirst();
  if (same) return same.model === model && same.price_micros === priceMicros ? 'unchanged' : 'conflict';
  const row = { id: newId(), flight_id: flightId, model, price_micros: priceMicros, valid_from: fromMs };
  await tx.insertInto('flight_prices').values(row).execute();
  return 'created';
}

type Share = { customerId: string; sharePpm: number; fromMs: number };

/** An owner's share from an instant on. */
export async function addShare(tx: Tx, { customerId, sharePpm, fromMs }: Share): Promise<VersionChange> {
  const same = await tx
    .selectFrom('owner_shares')
    .select('share_ppm')
    .where('customer_id', '=', customerId)
    .where('valid_from', '=', fromMs)
    .executeTakeFirst();
  if (same) return same.share_ppm === sharePpm ? 'unchanged' : 'conflict';
  const row = { id: newId(), customer_id: customerId, share_ppm: sharePpm, valid_from: fromMs };
  await tx.insertInto('owner_shares').values(row).execute();
  return 'created';
}

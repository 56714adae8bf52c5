import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

/**
 * The result of adding a version. 'unchanged': the same version already applies. 'conflict': a different version begins
 * at that time.
 */
export type VersionChange = 'created' | 'unchanged' | 'conflict';

type Price = { flightId: string; model: PriceModel; priceMicros: number; fromMs: number };

/** Sets a flight's price as of a time, for all venue types. */
export async function addPrice(tx: Tx, { flightId, model, priceMicros, fromMs }: Price): Promise<VersionChange> {
  const prices = await tx
    .selectFrom('flight_prices')
    .select(['model', 'price_micros', 'valid_from', 'venue_type'])
    .where('flight_id', '=', flightId)
    .where('valid_from', '<=', fromMs)
    .orderBy('valid_from', 'desc')
    .execute();
  const held = prices.find(({ venue_type: type }) => type === '');
  const isSame = held?.model === model && held.price_micros === priceMicros;
  if (held?.valid_from === fromMs) return isSame ? 'unchanged' : 'conflict';
  // If there are prices by venue type, a new price for all types differs from an older one, even with the same amount.
  if (isSame && prices.every(({ venue_type: type }) => type === '')) return 'unchanged';
  const row = { id: newId(), flight_id: flightId, model, price_micros: priceMicros, valid_from: fromMs };
  await tx.insertInto('flight_prices').values(row).execute();
  return 'created';
}

type Share = { customerId: string; sharePpm: number; fromMs: number };

/** Sets an owner's share as of a time. */
export async function addShare(tx: Tx, { customerId, sharePpm, fromMs }: Share): Promise<VersionChange> {
  const held = await tx
    .selectFrom('owner_shares')
    .select(['share_ppm', 'valid_from'])
    .where('customer_id', '=', customerId)
    .where('valid_from', '<=', fromMs)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (held?.share_ppm === sharePpm) return 'unchanged';
  if (held?.valid_from === fromMs) return 'conflict';
  const row = { id: newId(), customer_id: customerId, share_ppm: sharePpm, valid_from: fromMs };
  await tx.insertInto('owner_shares').values(row).execute();
  return 'created';
}

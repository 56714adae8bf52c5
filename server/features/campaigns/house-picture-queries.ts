import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { HousePictureTable } from '../../databases/accounts/campaign-tables.ts';

export const findHousePicture = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('house_pictures')
    .innerJoin('creative_files', 'creative_files.hash', 'house_pictures.file_hash')
    .select(['creative_files.hash', 'creative_files.type', 'creative_files.width', 'creative_files.height'])
    .select(['house_pictures.duration_seconds', 'house_pictures.target_url', 'house_pictures.updated_at'])
    .where('house_pictures.customer_id', '=', customerId)
    .executeTakeFirst();

/** Stores a property's house picture, in place of any previous one. */
export async function putHousePicture(tx: AccountsDb, row: HousePictureTable): Promise<void> {
  const { customer_id: _, ...fields } = row;
  await tx
    .insertInto('house_pictures')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(fields))
    .execute();
}

export const deleteHousePicture = (tx: AccountsDb, customerId: string) =>
  tx.deleteFrom('house_pictures').where('customer_id', '=', customerId).execute();

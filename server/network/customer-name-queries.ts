import type { RawBuilder } from 'kysely';
import { chooseByName, findKey, type NameChoice } from '#domain/find-by-name.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { containsText } from '../databases/accounts/contains-text.ts';
import { inGroups } from '../lib/in-groups.ts';
import type { CustomerRow } from './site-queries.ts';

export type NamedCustomer = CustomerRow & { readonly updated_at: number };

/** Finds active customers that these names may refer to. `chooseByName` then selects among them. */
export const findCustomersLike = (db: AccountsDb, findKeys: Iterable<string>): Promise<NamedCustomer[]> =>
  inGroups(findKeys, (group) =>
    db
      .selectFrom('customers')
      .selectAll()
      .where('find_key', 'in', group)
      .where('deleted_at', 'is', null)
      .orderBy('name_key')
      .execute(),
  );

/** Returns the active customer with the given name, or the reason why no customer was chosen. */
export const findCustomerNamed = async (
  db: AccountsDb,
  name: string,
  ifUnknown: string,
): Promise<NameChoice<NamedCustomer>> => chooseByName(await findCustomersLike(db, [findKey(name)]), name, ifUnknown);

/** Returns a condition that a customer's find key (`customers.find_key`) contains the search text. */
export const isCustomerLike = (column: string, q: string): RawBuilder<boolean> => containsText(column, findKey(q));

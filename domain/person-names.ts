import { findKey } from './find-by-name.ts';
import { nameKey } from './name-key.ts';

/** Returns the derived columns for an account's names: the search key, and each column's sort key. */
export const personKeys = (firstName: string, lastName: string) => ({
  name_key: nameKey(`${firstName} ${lastName}`),
  first_key: findKey(firstName),
  last_key: findKey(lastName),
});

import { findKey } from './find-by-name.ts';
import { nameKey } from './name-key.ts';

/** Derived columns of an account's names: the search key, and the sort key of each column. */
export const personKeys = (firstName: string, lastName: string) => ({
  name_key: nameKey(`${firstName} ${lastName}`),
  first_key: findKey(firstName),
  last_key: findKey(lastName),
});

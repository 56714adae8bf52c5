import { v5 as uuidOf } from 'uuid';

const NAMESPACE = 'b3a1c0de-5eed-5d07-9b0a-766f6c746264';

/**
 * Derives the ID of a row from what the row belongs to, because the plan does not name such rows. The same network gets
 * the same IDs.
 */
export const demoRowId = (...words: readonly (string | number)[]): string => uuidOf(words.join(' '), NAMESPACE);

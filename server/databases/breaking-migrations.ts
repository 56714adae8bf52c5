/**
 * Returns whether processes of the previous version can't continue after a migration of either store. The name shows it
 * (`0160-breaking-…`), because an older version sees only the name.
 */
export const isBreaking = (name: string): boolean => /^\d{4}-breaking-/.test(name);

/**
 * Returns whether processes of the previous version cannot continue after a migration of either store. The migration's
 * name says so (`0160-breaking-…`), because an older version sees only the name.
 */
export const isBreaking = (name: string): boolean => /^\d{4}-breaking-/.test(name);

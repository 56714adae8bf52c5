import { Resolver } from 'node:dns/promises';
import { SECOND_MS } from '#domain/durations.ts';

/**
 * Resolves a name's TXT records, each joined into one string. Returns an empty list if the name or its records do not
 * exist. Throws if DNS does not respond.
 */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

const NOTHING_THERE = ['ENODATA', 'ENOTFOUND'];

/** Queries this machine's resolvers. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 3 * SECOND_MS, tries: 2 });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (NOTHING_THERE.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

import { Resolver } from 'node:dns/promises';
import { SECOND_MS } from '#domain/durations.ts';

/**
 * Resolves the TXT records of a name, each joined into one string. Returns none if the name or its records do not
 * exist. Throws if DNS does not respond.
 */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

const NOTHING_THERE = ['ENODATA', 'ENOTFOUND'];

/** Queries the resolvers of this machine. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 3 * SECOND_MS, tries: 2 });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (NOTHING_THERE.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

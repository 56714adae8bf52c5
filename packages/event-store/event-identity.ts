import { hash } from 'node:crypto';
import { idOfWords } from './id-words.ts';

/**
 * The store's id of an event: the first 8 bytes of SHA-256 over the outlet and its own event id. Two outlets that
 * choose the same UUID never collide.
 */
export function eventIdOf(outletKey: number, uuid: string): bigint {
  const digest = hash('sha256', `${outletKey}:${uuid}`, 'binary');
  return idOfWords(wordAt(digest, 0), wordAt(digest, 4));
}

/** Four bytes of a string with one byte per character, big-endian. */
const wordAt = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) << 24) |
  (bytes.charCodeAt(at + 1) << 16) |
  (bytes.charCodeAt(at + 2) << 8) |
  bytes.charCodeAt(at + 3);

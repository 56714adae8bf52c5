import { hash } from 'node:crypto';
import { idOfWords } from './id-words.ts';

/**
 * Returns the store's ID for an event: the first 8 bytes of SHA-256 over the outlet and the event ID that it sent. Even
 * if two outlets choose the same UUID, the IDs differ.
 */
export function eventIdOf(outletKey: number, uuid: string): bigint {
  const digest = hash('sha256', `${outletKey}:${uuid}`, 'binary');
  return idOfWords(wordAt(digest, 0), wordAt(digest, 4));
}

/** Reads four bytes, big-endian, from a string with one byte per character. */
const wordAt = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) << 24) |
  (bytes.charCodeAt(at + 1) << 16) |
  (bytes.charCodeAt(at + 2) << 8) |
  bytes.charCodeAt(at + 3);

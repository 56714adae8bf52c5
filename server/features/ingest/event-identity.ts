import { hash } from 'node:crypto';

/**
 * The store's id of an event: the first 8 bytes of SHA-256 over outlet and the outlet's own event id, so that two outlets
 * that choose the same UUID never meet.
 */
export const eventIdOf = (outletKey: number, uuid: string): bigint =>
  BigInt(`0x${hash('sha256', `${outletKey}:${uuid}`, 'hex').slice(0, 16)}`);

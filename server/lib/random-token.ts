import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text for an address or a header. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What the store keeps of a random token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text for a URL or a header. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The hash that the store keeps instead of the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Key, PurposeKeys } from '../keys/purpose-keys.ts';
import { FORMER_MARK_ID } from '../keys/root-secret.ts';

const YEAR_SECONDS = 365 * 86_400;

/**
 * Lengths of a token's parts. A token consists of its key's ID, the browser's ID (base64url), and the proof. Tokens
 * from earlier versions have no key ID.
 */
const ID_BYTES = 9;
const ID_CHARACTERS = 12;
const PROOF_CHARACTERS = 32;

/** Cookies for browsers that have signed in to an account, and for those that have opened a link to a report. */
const COOKIES = { account: 'vb-known', link: 'vb-link' } as const;

/**
 * Creates functions for the token in a cookie that says "this browser has signed in to this account before" (or opened
 * this link). It grants no rights; it only separates the browser's wrong attempts from those of other clients.
 */
export function createKnownBrowser(
  { keys, publicUrl }: { readonly keys: Pick<PurposeKeys, 'current' | 'find'>; readonly publicUrl: string },
  of: keyof typeof COOKIES = 'account',
) {
  const cookie = COOKIES[of];
  const isSecure = publicUrl.startsWith('https:');
  const proofOf = ({ bytes }: Key, subject: string, id: string) =>
    createHmac('sha256', bytes).update(`known-browser:${subject}:${id}`).digest('base64url').slice(0, PROOF_CHARACTERS);
  const marksIn = (request: FastifyRequest): string[] =>
    new RegExp(`(?:^|; )${cookie}=([A-Za-z0-9_.-]{1,400})`).exec(request.headers.cookie ?? '')?.[1]?.split('.') ?? [];
  const idIn = (mark: string): string => mark.slice(0, -PROOF_CHARACTERS).slice(-ID_CHARACTERS);
  const keyIn = (mark: string): string => mark.slice(0, -(ID_CHARACTERS + PROOF_CHARACTERS)) || FORMER_MARK_ID;

  function belongsTo(mark: string, subject: string): boolean {
    const key = keys.find('known-browsers', keyIn(mark));
    if (key === null) return false;
    const proof = Buffer.from(proofOf(key, subject, idIn(mark)));
    const sent = Buffer.from(mark.slice(-PROOF_CHARACTERS));
    return sent.length === proof.length && timingSafeEqual(sent, proof);
  }

  return {
    /** Returns the browser's ID for the account or link, or null if the browser is unknown. */
    find(request: FastifyRequest, subject: string): string | null {
      const mark = marksIn(request).find((sent) => belongsTo(sent, subject));
      return mark === undefined ? null : idIn(mark);
    },
    /** Sets the cookie that marks the browser as known, and returns the browser's ID. */
    remember(request: FastifyRequest, reply: FastifyReply, subject: string): string {
      const present = marksIn(request);
      const own = present.find((sent) => belongsTo(sent, subject));
      // Sign a new token even for a known browser. The token must outlive the key that signed the previous one.
      const key = keys.current('known-browsers');
      const id = own === undefined ? randomBytes(ID_BYTES).toString('base64url') : idIn(own);
      const mark = `${key.id}${id}${proofOf(key, subject, id)}`;
      const marks = [mark, ...present.filter((sent) => sent !== own)].slice(0, 5).join('.');
      const attributes = `Path=/api; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
      reply.header('Set-Cookie', `${cookie}=${marks}; ${attributes}`);
      return id;
    },
  };
}

/**
 * Returns the subject for a browser that set a new password through a mailed link. The browser is known only for
 * password attempts, because a mailbox does not prove a second factor.
 */
export const resetMark = (userId: string): string => `reset:${userId}`;

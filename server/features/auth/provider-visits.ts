import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import type { BrowserMark } from './browser-mark.ts';
import { insertFlow } from './identity-queries.ts';
import type { OidcClient } from './oidc-client.ts';

const VISIT_MS = 10 * MINUTE_MS;

export type VisitOrder = {
  readonly provider: string;
  readonly purpose: 'sign-in' | 'connect' | 'confirm';
  /** The caller's session; null for a sign-in. */
  readonly sessionId: string | null;
  readonly from: string | undefined;
};

/**
 * Returns the path if it is a page of the product that requires a session, otherwise ''. Any other target is dropped
 * (docs/threat-model.md#b8).
 */
export const safePath = (from: string | undefined): string =>
  from !== undefined && /^\/(app|admin)(?:[/?#][!-[\]-~]*)?$/.test(from) && !from.includes('//') ? from : '';

/** Begins a visit at a provider, bound to this browser. Returns the redirect URL (docs/threat-model.md#a17). */
export async function beginVisit(
  { accounts, now, client, marks }: Pick<Dependencies, 'accounts' | 'now'> & { client: OidcClient; marks: BrowserMark },
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, purpose, sessionId, from }: VisitOrder,
): Promise<string> {
  const secrets = { state: randomToken(), nonce: randomToken(), codeVerifier: oidc.randomPKCECodeVerifier() };
  const redirect = await client.begin(provider, secrets, purpose === 'confirm');
  const at = now();
  await insertFlow(accounts, {
    id: hashToken(secrets.state),
    provider,
    purpose,
    session_id: sessionId,
    browser_hash: marks.set(request, reply),
    nonce: secrets.nonce,
    code_verifier: secrets.codeVerifier,
    return_path: safePath(from),
    created_at: at,
    expires_at: at + VISIT_MS,
  });
  return redirect;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerCallback } from '#contract/identities.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { hashToken } from '../../lib/random-token.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { createLoginCode } from '../../sign-in/login-code.ts';
import type { Parts } from './auth-parts.ts';
import { findSessions, findUser } from './auth-queries.ts';
import { confirmByProvider } from './confirm-by-provider.ts';
import { enterByIdentity } from './enter-by-identity.ts';
import { connectIdentity, findIdentityUser, takeFlow } from './identity-queries.ts';
import type { VerifiedIdentity } from './oidc-client.ts';
import { refusalPage } from './sign-in-refusal-page.ts';

const LIMITS = { rateLimit: { max: 120, timeWindow: MINUTE_MS } } as const;

type Flow = NonNullable<Awaited<ReturnType<typeof takeFlow>>>;
type Arrival = { readonly flow: Flow; readonly identity: VerifiedIdentity; readonly ip: string };

/**
 * The redirect back from a provider (docs/threat-model.md#a17). It works once, only in the browser that left, and only
 * if every part of the response is valid.
 */
export function addProviderCallback(app: FastifyInstance, parts: Parts): void {
  addRoute(
    app,
    providerCallback,
    async (request, reply) => {
      try {
        const target = await arrive(parts, request, request.params.provider, request.query);
        return await reply.redirect(target, 302);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return sendPage(reply, error);
      }
    },
    LIMITS,
  );
}

function sendPage(reply: FastifyReply, { statusCode, message }: AppError): FastifyReply {
  return reply.status(statusCode).type('text/html; charset=utf-8').send(refusalPage(message));
}

/** Returns where the browser goes next. */
async function arrive(
  parts: Parts,
  request: FastifyRequest,
  provider: string,
  { state = '', error }: { state?: string; error?: string },
): Promise<string> {
  const { accounts, now, client, marks } = parts;
  const { label } = client.providerOf(provider);
  const flow = await takeFlow(accounts, hashToken(state), provider, now());
  if (flow === undefined || !marks.fits(request, flow.browser_hash)) {
    throw new AppError(
      'invalid',
      `This visit at ${label} was not begun in this browser, or it has ended. Start again.`,
    );
  }
  const back = flow.purpose === 'sign-in' ? '/login' : flow.return_path || '/app/password';
  if (error === 'access_denied') return withQuery(back, flow.purpose === 'sign-in' ? { from: flow.return_path } : {});
  const query = new URL(request.url, 'http://localhost').searchParams;
  const secrets = { state, nonce: flow.nonce, codeVerifier: flow.code_verifier };
  const identify = (maxAge?: number) =>
    client.finish(provider, query, { ...secrets, ...(maxAge === undefined ? {} : { maxAge }) });
  const { ip } = request;
  if (flow.purpose === 'sign-in') return signInTarget(parts, { flow, identity: await identify(), ip });
  const owner = await ownerOfVisit(parts, flow);
  if (flow.purpose === 'connect') {
    await connect(parts, { flow, identity: await identify(), ip }, owner);
    return withQuery(back, { connected: provider });
  }
  // The sign-in has to be later than the start of this visit, apart from clock skew.
  const maxAge = Math.ceil((now() - flow.created_at) / 1_000);
  const { id: userId, email, sessionId } = owner;
  await confirmByProvider(parts, { userId, email, sessionId, provider, ip }, () => identify(maxAge));
  return withQuery(back, { confirmed: provider });
}

function withQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** The login page, with a one-time code for this browser, or with a request for the account's password. */
async function signInTarget(parts: Parts, { flow, identity, ip }: Arrival): Promise<string> {
  const { accounts, config, mail, now, signIn } = parts;
  const outcome = await enterByIdentity(
    { config, accounts, mail, now, mayHaveSession: signIn.mayHaveSession },
    { identity, browserHash: flow.browser_hash, ip },
  );
  const from = flow.return_path;
  if (outcome.kind === 'link') return withQuery('/login', { link: outcome.request, provider: flow.provider, from });
  const method = flow.provider;
  const token = await createLoginCode(accounts, outcome.user.id, now(), { browserHash: flow.browser_hash, method });
  return withQuery('/login', { token, from });
}

/** The address of the account whose session began the visit. That session must still be active. */
async function ownerOfVisit({ accounts, now }: Parts, { session_id: sessionId }: Flow) {
  const session = sessionId === null ? undefined : (await findSessions(accounts, [sessionId]))[0];
  const user = session && session.expires_at > now() ? await findUser(accounts, session.user_id) : undefined;
  if (session === undefined || user === undefined) {
    throw new AppError('invalid', 'The session that began this has ended. Sign in again.');
  }
  return { id: user.id, email: user.email, sessionId: session.id };
}

async function connect(
  { accounts, mail, now }: Parts,
  { flow, identity, ip }: Arrival,
  owner: { id: string; email: string },
): Promise<void> {
  const present = await findIdentityUser(accounts, identity);
  if (present !== undefined && present.id !== owner.id) {
    throw new AppError('invalid', `This account of ${identity.label} is connected with another account already.`);
  }
  await accounts.transaction().execute(async (tx) => {
    await connectIdentity(tx, owner.id, identity, now());
    const detail = { provider: flow.provider, issuer: identity.issuer };
    const entry = { actorId: owner.id, actor: owner.email, subject: owner.email, action: 'identity.connected', ip };
    await writeAudit(tx, { at: now(), ...entry, detail });
    if (present === undefined) await sendNotice(tx, mail, owner, 'provider-connected');
  });
}

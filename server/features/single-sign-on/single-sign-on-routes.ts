import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DOMAINS } from 'free-email-domains-list';
import { v7 as uuid } from 'uuid';
import {
  checkEmailDomain,
  claimEmailDomain,
  type EmailDomain,
  listEmailDomains,
  releaseEmailDomain,
  requireSingleSignOn,
} from '#contract/single-sign-on.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import type { Caller } from '../../http/caller.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { randomToken } from '../../lib/random-token.ts';
import { domainOfKey, labelOfProvider } from '../../sign-in/sso-rule.ts';
import { GRACE_MS, hasRecord, recordOf, settleCheck } from './check-domain.ts';
import {
  type DomainRow,
  deleteDomain,
  endOtherWays,
  findDomain,
  findDomains,
  hasTried,
  insertDomain,
  updateDomain,
} from './single-sign-on-queries.ts';

const MOST_DOMAINS = 20;
/** Rate limit, because each check queries DNS. */
const LIMITS = { rateLimit: { max: 30, timeWindow: MINUTE_MS } } as const;

type SsoDependencies = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now' | 'resolveTxt'>;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const notThere = () => new AppError('not-found', 'Domain not found.');
const stateOf = ({ verified_at, missing_since }: DomainRow): EmailDomain['state'] =>
  verified_at === null ? 'pending' : missing_since === null ? 'verified' : 'missing';

/**
 * Registers the routes for organizations' email domains and their single sign-on requirement
 * (docs/threat-model.md#a24).
 */
export function singleSignOnRoutes(dependencies: SsoDependencies) {
  const { accounts, config } = dependencies;
  const shown = async (row: DomainRow, { userId }: Caller, store: AccountsDb = accounts): Promise<EmailDomain> => {
    const record = recordOf(row);
    return {
      id: row.id,
      domain: row.domain,
      customer: row.customer_name,
      provider: row.provider,
      provider_label: labelOfProvider(config, row.provider),
      record_name: record.name,
      record_value: record.value,
      state: stateOf(row),
      checked_at: iso(row.checked_at),
      ends_at: iso(row.missing_since === null ? null : row.missing_since + GRACE_MS),
      sso_only: row.sso_only === 1,
      is_tried: await hasTried(store, row, userId),
    };
  };

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listEmailDomains, async (request) => {
      const caller = callerOf(request);
      const found = await findDomains(accounts, caller.role === 'admin' ? null : (caller.customer?.id ?? ''));
      return { data: await Promise.all(found.map((row) => shown(row, caller))) };
    });
    addClaims(app, dependencies, shown);
    addRule(app, dependencies, shown);
  };
}

type Shown = (row: DomainRow, caller: Caller, store?: AccountsDb) => Promise<EmailDomain>;

/** Finds a claim. Throws unless it belongs to the caller's organization or the caller is an administrator. */
async function claimOf(store: AccountsDb, request: FastifyRequest, id: string): Promise<DomainRow> {
  const { role, customer } = callerOf(request);
  const row = await findDomain(store, id);
  if (row === undefined || (role !== 'admin' && row.customer_id !== customer?.id)) throw notThere();
  return row;
}

const noted = (
  tx: AccountsDb,
  request: FastifyRequest,
  row: DomainRow,
  entry: { at: number; action: string; more?: object },
) =>
  writeAudit(tx, {
    ...authorOf(request),
    at: entry.at,
    action: entry.action,
    subject: row.domain,
    detail: { customer: row.customer_name, ...entry.more },
  });

function addClaims(app: FastifyInstance, dependencies: SsoDependencies, shown: Shown): void {
  const { accounts, config, now } = dependencies;
  addRoute(
    app,
    claimEmailDomain,
    async (request) => {
      refuseDemoAccount(request);
      const caller = callerOf(request);
      if (caller.customer === null || caller.role === 'admin')
        throw new AppError('forbidden', 'Only managers of an organization can claim its domain.');
      const { id: customerId } = caller.customer;
      const { provider } = request.body;
      if (!config.signInProviders.some(({ name }) => name === provider))
        throw new FieldError({ provider: 'Choose a provider from the list.' });
      const domain = claimableDomain(request.body.domain);
      return accounts.transaction().execute(async (tx) => {
        await takeAuditTurn(tx);
        if ((await findDomains(tx, customerId)).length >= MOST_DOMAINS)
          throw new AppError(
            'conflict',
            `An organization can have at most ${MOST_DOMAINS} domains. Release one first.`,
          );
        const at = now();
        const fresh = { verified_at: null, checked_at: null, missing_since: null, sso_only: 0 } as const;
        const row = { id: uuid(), customer_id: customerId, domain, provider, token: randomToken(), created_at: at };
        if (!(await insertDomain(tx, { ...row, ...fresh })))
          throw new FieldError({ domain: 'Your organization has already claimed this domain.' }, 'conflict');
        const stored = await claimOf(tx, request, row.id);
        await noted(tx, request, stored, { at, action: 'domain.claimed', more: { provider } });
        return shown(stored, caller, tx);
      });
    },
    LIMITS,
  );

  addRoute(
    app,
    checkEmailDomain,
    async (request) => {
      refuseDemoAccount(request);
      const row = await claimOf(accounts, request, request.params.id);
      const isFound = await hasRecord(dependencies, row);
      await settleCheck(dependencies, row.id, { isFound, author: authorOf(request) });
      const domain = await shown(await claimOf(accounts, request, row.id), callerOf(request));
      return { is_found: isFound, domain };
    },
    LIMITS,
  );

  addRoute(
    app,
    releaseEmailDomain,
    async (request) => {
      refuseDemoAccount(request);
      await accounts.transaction().execute(async (tx) => {
        await takeAuditTurn(tx);
        const row = await claimOf(tx, request, request.params.id);
        await deleteDomain(tx, row.id);
        await noted(tx, request, row, { at: now(), action: 'domain.released', more: { sso_only: row.sso_only === 1 } });
      });
      return { status: true };
    },
    LIMITS,
  );
}

function addRule(app: FastifyInstance, { accounts, config, now }: SsoDependencies, shown: Shown): void {
  /**
   * Throws unless this manager has already signed in through the provider, so that the requirement locks no
   * organization out.
   */
  async function refuseUntried(
    tx: AccountsDb,
    row: DomainRow,
    { userId, email, role, customer }: Caller,
  ): Promise<void> {
    if (role === 'admin' || row.customer_id !== customer?.id)
      throw new AppError('forbidden', 'Only managers of the organization can require single sign-on.');
    if (row.verified_at === null) throw new AppError('conflict', 'Verify the domain first.');
    const label = labelOfProvider(config, row.provider);
    if (domainOfKey(emailKey(email) ?? '') !== row.domain)
      throw new AppError('conflict', `Only a manager with an address at ${row.domain} can require single sign-on.`);
    if (!config.signInProviders.some(({ name }) => name === row.provider) || !(await hasTried(tx, row, userId)))
      throw new AppError(
        'conflict',
        `First sign in with ${label} yourself, to make sure that it works for ${row.domain}.`,
      );
  }

  addRoute(
    app,
    requireSingleSignOn,
    async (request) => {
      refuseDemoAccount(request);
      const caller = callerOf(request);
      const { sso_only: isOn } = request.body;
      return accounts.transaction().execute(async (tx) => {
        await takeAuditTurn(tx);
        const row = await claimOf(tx, request, request.params.id);
        if ((row.sso_only === 1) === isOn) return shown(row, caller, tx);
        if (isOn) await refuseUntried(tx, row, caller);
        const at = now();
        await updateDomain(tx, row.id, { sso_only: isOn ? 1 : 0 });
        const ended = isOn ? await endOtherWays(tx, row, { at, exceptSessionId: caller.sessionId }) : 0;
        const action = isOn ? 'domain.sso-required' : 'domain.sso-ended';
        await noted(tx, request, row, { at, action, more: isOn ? { sessions_ended: ended } : {} });
        return shown(await claimOf(tx, request, row.id), caller, tx);
      });
    },
    LIMITS,
  );
}

const PUBLIC_MAIL: ReadonlySet<string> = new Set(DOMAINS);

/** Returns the domain and all its parents: `mail.example.com`, `example.com`, `com`. */
const withParents = (domain: string): string[] => {
  const parts = domain.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
};

/**
 * Returns the normalized domain that an organization may claim. Throws `FieldError` for an invalid domain and for
 * public mail domains.
 */
function claimableDomain(text: string): string {
  const key = emailKey(`a@${text.trim().replace(/^@/, '')}`);
  if (key === null) throw new FieldError({ domain: 'Enter a domain such as example.com.' });
  const domain = domainOfKey(key);
  if (withParents(domain).some((one) => PUBLIC_MAIL.has(one)))
    throw new FieldError({
      domain: 'Anyone can have an address at this domain. Enter your organization’s own domain.',
    });
  return domain;
}

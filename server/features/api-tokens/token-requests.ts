import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  approveTokenRequest,
  declineTokenRequest,
  listTokenRequests,
  type TokenRequest,
} from '#contract/api-tokens.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { readPage } from '../../http/read-page.ts';
import type { Mail } from '../../mail/mail.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { readScopes } from '../../sign-in/api-token.ts';
import { revokeApiToken } from '../../sign-in/api-token-queries.ts';
import { tokenRequestMail } from './token-request-mail.ts';
import {
  approveToken,
  countTokenRequests,
  findOtherAdministrators,
  findTokenRequest,
  findTokenRequests,
  type TokenRequestRow,
} from './token-requests-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

const isoOf = (at: number): string => new Date(at).toISOString();

/**
 * Registers the routes that approve tokens with write access to money, which only administrators create. With
 * `fourEyes`, another administrator must approve the token (docs/threat-model.md#api-tokens).
 */
export function addRequestRoutes(app: FastifyInstance, { accounts, config, mail, now }: Needs): void {
  const { fourEyes } = config;
  const mayApprove = ({ user_id: ownerId }: TokenRequestRow, request: FastifyRequest): boolean =>
    !fourEyes || ownerId !== callerOf(request).userId;
  const shown = (row: TokenRequestRow, request: FastifyRequest): TokenRequest => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: [...readScopes(row.scopes)],
    owner: row.owner,
    created_at: isoOf(row.created_at),
    expires_at: isoOf(row.expires_at),
    may_approve: mayApprove(row, request),
  });

  addRoute(app, listTokenRequests, async (request) => {
    const { page, limit, offset } = readPage(request.query);
    const at = now();
    const rows = await findTokenRequests(accounts, at, { limit, offset });
    return {
      data: rows.map((row) => shown(row, request)),
      total: await countTokenRequests(accounts, at),
      page,
      limit,
    };
  });

  /** Runs a decision in a transaction. Serializes decisions, and checks the current roles. */
  async function decide(
    request: FastifyRequest,
    id: string,
    work: (tx: AccountsDb, row: TokenRequestRow, at: number) => Promise<void>,
  ): Promise<{ readonly status: true }> {
    refuseDemoAccount(request);
    const at = now();
    await accounts.transaction().execute(async (tx) => {
      await takeAuditTurn(tx);
      const row = await findTokenRequest(tx, at, id);
      if (row === undefined) throw decided();
      await work(tx, row, at);
    });
    return { status: true };
  }

  addRoute(app, approveTokenRequest, (request) => {
    const { id } = request.params;
    return decide(request, id, async (tx, row, at) => {
      if (!mayApprove(row, request))
        throw new AppError('forbidden', 'You created this token, so another administrator must approve it.');
      if (!(await approveToken(tx, id, { approved_at: at, approved_by_id: callerOf(request).userId }))) throw decided();
      const detail = { token: id, name: row.name, prefix: row.prefix, scopes: row.scopes };
      await writeAudit(tx, { ...authorOf(request), at, action: 'token.approved', subject: row.owner, detail });
      await sendNotice(tx, mail, { email: row.owner }, 'api-token-approved');
    });
  });

  addRoute(app, declineTokenRequest, (request) => {
    const { id } = request.params;
    return decide(request, id, async (tx, row, at) => {
      await revokeApiToken(tx, { userId: row.user_id, id, at });
      const detail = { token: id, name: row.name, prefix: row.prefix };
      await writeAudit(tx, { ...authorOf(request), at, action: 'token.declined', subject: row.owner, detail });
    });
  });
}

/** Mails the other administrators, in the transaction that stores the token. */
export async function askForApproval(
  tx: AccountsDb,
  mail: Mail,
  { userId, email, name }: { readonly userId: string; readonly email: string; readonly name: string },
): Promise<void> {
  for (const to of await findOtherAdministrators(tx, userId))
    await mail.send(tx, tokenRequestMail(to.email, { email, name }));
}

const decided = () => new AppError('not-found', 'Request not found. It was already decided, or its token has expired.');

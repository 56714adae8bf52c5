import type { FastifyInstance, FastifyRequest } from 'fastify';
import { issueKey, revokeKey, rotateKey } from '#contract/access-keys.ts';
import { HOUR_MS } from '#domain/durations.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { findOneEui, findOutletOfKey } from '../../network/access-key-queries.ts';
import {
  issueAccessKey,
  type KeyOwner,
  revokeAccessKey,
  rotateAccessKey,
  shownKey,
} from '../../network/change-access-keys.ts';
import { checkedText } from '../../network/checked-fields.ts';

/**
 * Registers the routes that issue, rotate and revoke the keys of outlets and gateways, for administrators
 * (docs/threat-model.md#f1).
 */
export function accessKeyRoutes({ accounts, now }: Pick<Dependencies, 'accounts' | 'now'>) {
  const context = (request: FastifyRequest): ChangeContext => ({ accounts, now, author: authorOf(request) });
  const euiFor = async (owner: KeyOwner): Promise<string> =>
    'outletId' in owner
      ? ((await findOutletOfKey(accounts, owner.outletId))?.eui ?? '')
      : findOneEui(accounts, owner.customerId, now());

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, issueKey, async (request, reply) => {
      const { body } = request;
      const owner = 'outlet_id' in body ? { outletId: body.outlet_id } : { customerId: body.customer_id };
      const { key, prefix } = await issueAccessKey(context(request), owner, checkedText('label', body.label, 100));
      reply.header('Cache-Control', 'no-store');
      return { key, prefix, eui: await euiFor(owner), previous_ends_at: null };
    });
    addRoute(app, rotateKey, async (request, reply) => {
      const { id } = request.params;
      const overlapMs = request.body.overlap_hours * HOUR_MS;
      const { key, prefix, previous, previousEndsMs } = await rotateAccessKey(context(request), id, overlapMs);
      const { outlet_id, customer_id } = previous;
      const eui = await euiFor(outlet_id === null ? { customerId: customer_id ?? '' } : { outletId: outlet_id });
      reply.header('Cache-Control', 'no-store');
      return { key, prefix, eui, previous_ends_at: new Date(previousEndsMs).toISOString() };
    });
    // A leaked key must end immediately, so this requires no recent sign-in.
    addRoute(app, revokeKey, async (request) =>
      shownKey(await revokeAccessKey(context(request), request.params.id), now()),
    );
  };
}

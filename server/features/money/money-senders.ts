import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { authorOf } from '../../http/author-of.ts';
import { sendOnce } from './idempotency.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'now'>;

/** Makes each action idempotent by sender and sending id. */
export function createMoneySenders({ accounts, config, now }: Needs) {
  const { fourEyes, networkTimeZone: timeZone } = config;
  const keeping = (request: FastifyRequest) => {
    const author = authorOf(request);
    return { context: { accounts, now, author }, userId: author.actorId, timeZone, fourEyes };
  };
  /** Runs an action once. A repeated request returns the original result. */
  const once = (
    request: FastifyRequest<{ Body: { readonly sending_id: string } }>,
    act: string,
    params: object,
    work: Parameters<typeof sendOnce>[2],
  ) => {
    const { sending_id: sendingId, ...wish } = request.body;
    return sendOnce(keeping(request), { act, sendingId, wish: { ...params, ...wish } }, work);
  };
  return { keeping, once };
}

import { finished } from 'node:stream';
import type { onRequestHookHandler } from 'fastify';
import { beginUrgentWork } from '../lib/urgent-work.ts';

/** Puts a request ahead of costly answers until its own answer is sent or its caller is gone. */
export const goFirst: onRequestHookHandler = (_request, reply, done) => {
  finished(reply.raw, beginUrgentWork());
  done();
};

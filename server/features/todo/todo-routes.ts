import type { FastifyInstance } from 'fastify';
import { getTodo } from '#contract/todo.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { findTodo, type TodoNeeds } from './find-todo.ts';

/** Registers the route for the list of what waits for the reader. Other roles than those of its kinds get nothing. */
export const todoRoutes =
  (needs: TodoNeeds) =>
  async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getTodo, async (request) => {
      const { role, customer, userId } = callerOf(request);
      if (role !== 'admin' && role !== 'property' && role !== 'advertiser') return { total: 0, data: [] };
      const customerId = role === 'admin' ? null : (customer?.id ?? '');
      const reader = { userId, role, customerId, isVisit: isVisit(request) };
      const groups = await findTodo(needs, reader, (error, kind) =>
        request.log.error({ err: error }, `what waits cannot be read: ${kind}`),
      );
      const data = groups.filter(({ count }) => count !== 0);
      return { total: data.reduce((sum, { count }) => sum + (count ?? 0), 0), data };
    });
  };

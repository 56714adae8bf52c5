import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { addErrorHandler } from './error-handler.ts';

const FAILURES = [
  ['a busy server', new AppError('unavailable', 'Busy.', 2), 503, 'Busy.'],
  ['a server error', new Error('no such column'), 500, 'Something went wrong'],
  ['an invalid call', new AppError('invalid', 'Enter a name.'), 400, 'Enter a name.'],
] as const;

test.each(FAILURES)(
  '%s gets its message even if the route describes another body for that status',
  async (...failure) => {
    const [, error, status, message] = failure;
    const app = Fastify();
    addErrorHandler(app);
    const own = { type: 'object', required: ['status'], properties: { status: { type: 'string' } } };
    app.get('/own', { schema: { response: { [status]: own } } }, () => {
      throw error;
    });
    const answer = await app.inject('/own');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
    expect(answer.json().error.message).toBe(message);
    await app.close();
  },
);

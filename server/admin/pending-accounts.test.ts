import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { runAdmin } from './run-admin.ts';

let server: TestApp;
let headers: { authorization: string };
beforeAll(async () => {
  server = await createTestApp();
  headers = await server.asRole('admin');
});
afterAll(() => server.close());

const PASSWORD = 'lantern crisp velvet 7';

async function admin(args: string[], input = '') {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const terminal = { input: Readable.from([Buffer.from(input)]), output };
  const code = await runAdmin({ args, env: server.env, terminal, errors, now: () => server.clock.ms });
  expect([code, String(errors.read() ?? '')]).toEqual([0, '']);
  return String(output.read() ?? '');
}

/** Creates an account in the same way as a screen or a file. Without a mail server, its address cannot be confirmed. */
async function makePending(email: string): Promise<void> {
  const fields = { email, first_name: '', last_name: '', phone_number: '', customer_id: '' };
  const payload = { ...fields, role: 'unassigned', disabled: false, invite: false };
  const answer = await server.app.inject({ method: 'POST', url: '/api/users', headers, payload });
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'pending']);
}
const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url: `/api${url}`, payload });
const statusOf = async (email: string) => {
  const answer = await server.app.inject({ method: 'GET', url: `/api/users?q=${email}`, headers });
  return answer.json().data.map(({ status }: { status: string }) => status);
};

test('an account with an unconfirmed address signs in with the password that an operator set', async () => {
  await makePending('set@pending.example');
  const said = await admin(['set-password', '--email', 'set@pending.example'], `${PASSWORD}\n`);
  expect(said).toBe(
    'set@pending.example has a new password, and its email address is now verified. No sessions were active.\n',
  );
  const { statusCode } = await post('/login', { email: 'set@pending.example', password: PASSWORD });
  expect([statusCode, await statusOf('set@pending.example')]).toEqual([200, ['active']]);
});

test('an account with an unconfirmed address signs in by the link that an operator printed', async () => {
  await makePending('link@pending.example');
  const said = await admin(['login-link', '--email', 'link@pending.example']);
  const code = /token=(\S+)/.exec(said)?.[1] ?? '';
  const { statusCode } = await post('/auth/exchange', { code, confirm: true });
  expect([statusCode, await statusOf('link@pending.example')]).toEqual([200, ['active']]);
});

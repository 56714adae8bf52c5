import { expect, test } from 'vitest';
import { flightDesk, VERSION } from './testing/open-flights.ts';

const open = flightDesk();
const { ask, set } = open;

/** Returns who was notified of the flight since the last call, in the app and by mail. */
async function toldOf(): Promise<{ readonly app: readonly string[]; readonly mails: readonly string[] }> {
  const { accounts } = open.desk.server;
  const rows = await accounts
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['users.email', 'notifications.kind', 'notifications.detail', 'notifications.path'])
    .where('notifications.path', 'like', `%${open.flight.id}`)
    .orderBy('users.email')
    .execute();
  const mails = await accounts.selectFrom('mails').select(['to_email', 'notification']).orderBy('to_email').execute();
  await accounts.deleteFrom('notifications').execute();
  await accounts.deleteFrom('mails').execute();
  return {
    app: rows.map(({ email, kind, detail }) => `${email} ${kind} ${detail}`),
    mails: mails.map(({ to_email: to, notification }) => `${to} ${notification}`),
  };
}

/** Users of the advertiser in this file. */
const usersOf = async (customerId: string): Promise<string[]> => {
  const rows = await open.desk.server.accounts
    .selectFrom('users')
    .select('email')
    .where('customer_id', '=', customerId)
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
};
const both = (emails: readonly string[], kind: string, detail: string) => ({
  app: emails.map((email) => `${email} ${kind} ${detail}`),
  mails: emails.map((email) => `${email} ${kind}`),
});

test('each decision notifies the side concerned, with its reason, and no one else', async () => {
  const { advertiser } = open.desk;
  const url = `/flights/${open.flight.id}`;
  await set({ state: 'draft', approved_at: null });
  await toldOf();
  const ours = await usersOf(advertiser.id);
  let version = VERSION;
  const act = async (who: string, name: string, more: object = {}) => {
    const { status, body, text } = await ask(who, 'POST', `${url}/${name}`, { version, ...more });
    expect(status, text).toBe(200);
    version = body.version;
    return toldOf();
  };
  const atNetwork = ['boss@network.example'];
  const waiting = 'Cascade, Cold brew';
  expect(await act('manager', 'submit')).toEqual(both(atNetwork, 'flight_submitted', waiting));
  expect(await act('admin', 'return', { reason: 'No sponsor.' })).toEqual(both(ours, 'flight_returned', 'No sponsor.'));
  expect(await act('manager', 'submit')).toEqual(both(atNetwork, 'flight_submitted', waiting));
  expect(await act('admin', 'approve')).toEqual(both(ours, 'flight_approved', ''));
  const propose = async (visitor_cap: number) => {
    const answer = await ask('manager', 'PATCH', url, { version, visitor_cap });
    expect(answer.status, answer.text).toBe(200);
    version = answer.body.version;
    return toldOf();
  };
  expect(await propose(4)).toEqual(both(atNetwork, 'flight_submitted', waiting));
  expect(await propose(5)).toEqual({ app: [], mails: [] });
  expect(await act('admin', 'return', { reason: 'Too many.' })).toEqual(both(ours, 'change_decided', 'Too many.'));
  await propose(3);
  expect(await act('admin', 'approve')).toEqual(both(ours, 'change_decided', ''));
  expect(await act('manager', 'pause')).toEqual({ app: [], mails: [] });
});

test('a person who left, or turned the kind off, gets nothing', async () => {
  const { server, advertiser } = open.desk;
  await set({ state: 'in_review', approved_at: null });
  const [first = '', second = ''] = await usersOf(advertiser.id);
  const { accounts } = server;
  await accounts.updateTable('users').set({ disabled: 1 }).where('email', '=', first).execute();
  const { id } = await accounts.selectFrom('users').select('id').where('email', '=', second).executeTakeFirstOrThrow();
  await accounts
    .insertInto('notification_choices')
    .values({ user_id: id, kind: 'flight_approved', in_app: 0, mail: 1 })
    .execute();
  await toldOf();
  expect((await ask('admin', 'POST', `/flights/${open.flight.id}/approve`, { version: VERSION })).status).toBe(200);
  const hidden = await accounts.selectFrom('notifications').select(['user_id', 'in_app']).execute();
  expect(hidden).toEqual([{ user_id: id, in_app: 0 }]);
  expect((await toldOf()).mails).toEqual([`${second} flight_approved`]);
  await accounts.updateTable('users').set({ disabled: 0 }).execute();
});

test('a refused creative notifies its advertiser with the reason of the property', async () => {
  const { advertiser } = open.desk;
  await toldOf();
  const refused = await ask('owner', 'POST', `/creative-queue/${open.flight.creativeId}/refuse`, {
    version: 0,
    reason: 'Too loud.',
  });
  expect(refused.status, refused.text).toBe(200);
  expect(await toldOf()).toEqual(both(await usersOf(advertiser.id), 'creative_refused', 'Too loud.'));
});

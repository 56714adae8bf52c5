import { expect, test } from 'vitest';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { flightDesk, RUNS, VERSION } from './testing/open-flights.ts';

const open = flightDesk();
const { ask, set } = open;

const UNTOUCHED = {
  state: 'approved',
  approved_at: 0,
  cancelled_at: null,
  paused: 0,
  paused_by: '',
  visitor_cap: null,
};
const STATES: Readonly<Record<string, object>> = {
  draft: { state: 'draft', approved_at: null },
  in_review: { state: 'in_review', approved_at: null },
  returned: { state: 'returned', approved_at: null, return_reason: 'so' },
  approved: {},
  paused: { paused: 1 },
  held: { paused: 1, paused_by: 'admin' },
  ended: { ends_at: TEST_NOW },
  cancelled: { state: 'cancelled', cancelled_at: 1 },
};
const ACTS: Readonly<Record<string, readonly ['POST' | 'PATCH', string, object]>> = {
  edit: ['PATCH', '', { visitor_cap: 3 }],
  submit: ['POST', '/submit', {}],
  approve: ['POST', '/approve', {}],
  return: ['POST', '/return', { reason: 'so' }],
  pause: ['POST', '/pause', {}],
  resume: ['POST', '/resume', {}],
  cancel: ['POST', '/cancel', {}],
};
/** The state after each action, by role and state. The server rejects all other actions as conflicts. */
const LEADS: Readonly<Record<'manager' | 'admin', Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  manager: {
    draft: { edit: 'draft', submit: 'in_review', cancel: 'cancelled' },
    in_review: { cancel: 'cancelled' },
    returned: { edit: 'returned', submit: 'in_review', cancel: 'cancelled' },
    approved: { edit: 'live', pause: 'paused', cancel: 'cancelled' },
    paused: { edit: 'paused', resume: 'live', cancel: 'cancelled' },
    held: { edit: 'paused', cancel: 'cancelled' },
    ended: {},
    cancelled: {},
  },
  admin: {
    draft: { edit: 'draft', submit: 'in_review', cancel: 'cancelled' },
    in_review: { edit: 'in_review', approve: 'live', return: 'returned', cancel: 'cancelled' },
    returned: { edit: 'returned', submit: 'in_review', cancel: 'cancelled' },
    approved: { edit: 'live', pause: 'paused', cancel: 'cancelled' },
    paused: { edit: 'paused', resume: 'live', cancel: 'cancelled' },
    held: { edit: 'paused', resume: 'live', cancel: 'cancelled' },
    ended: { edit: 'ended' },
    cancelled: {},
  },
};
const forAdministrators = (act: string) => act === 'approve' || act === 'return';

test('every action in every state leads where the table says or is rejected, for managers and administrators', async () => {
  const [told, wanted]: [string[], string[]] = [[], []];
  for (const who of ['manager', 'admin'] as const)
    for (const [state, row] of Object.entries(STATES))
      for (const [act, [method, url, body]] of Object.entries(ACTS)) {
        await set({ ...UNTOUCHED, ...RUNS, ...row });
        await open.desk.server.accounts
          .deleteFrom('flight_proposals')
          .where('flight_id', '=', open.flight.id)
          .execute();
        const { status, body: answer } = await ask(who, method, `/flights/${open.flight.id}${url}`, {
          version: VERSION,
          ...body,
        });
        const isProposal = who === 'manager' && act === 'edit' && ['approved', 'paused', 'held'].includes(state);
        const led = status === 200 ? `${answer.state}${answer.has_proposal ? '+' : ''}` : status;
        told.push(`${who} ${act} ${state}: ${led}`);
        const refused = who === 'manager' && forAdministrators(act) ? 403 : 409;
        const leads = LEADS[who][state]?.[act];
        wanted.push(`${who} ${act} ${state}: ${leads === undefined ? refused : `${leads}${isProposal ? '+' : ''}`}`);
      }
  expect(told).toEqual(wanted);
});

test('a campaign row shows the same actions and plan as the flight page in every state', async () => {
  const { budget_micros: budget, ends_at, starts_at } = RUNS;
  const stopped = { state: 'cancelled', cancelled_at: starts_at + (TEST_NOW - starts_at) / 2 };
  for (const [state, row] of Object.entries({ ...STATES, stopped })) {
    await set({ ...UNTOUCHED, ...RUNS, ...row });
    for (const who of ['manager', 'admin', 'viewer']) {
      const { id } = open.flight;
      const page = (await ask(who, 'GET', `/flights/${id}`)).body;
      const pacing = (await ask(who, 'GET', `/flights/${id}/pacing`)).body;
      const { flight_rows: rows } = (await ask(who, 'GET', `/campaigns/${page.campaign_id}`)).body;
      const listed = rows.find((one: { id: string }) => one.id === id);
      expect([listed.acts, listed.pace], `${who} ${state}`).toEqual([page.acts, pacing.pace]);
      expect(listed.acts.includes('resume'), `${who} ${state}`).toBe(
        (state === 'paused' && ['manager', 'admin'].includes(who)) || (state === 'held' && who === 'admin'),
      );
      const planned = (await ask(who, 'GET', `/explain?figure=planned&of=${id}`)).body;
      expect(planned.total, `${who} ${state}`).toBe(String(Math.round(pacing.expected * 1e6)));
      // The plan of a canceled flight ends with the cancellation.
      if (state === 'stopped') {
        const part = (stopped.cancelled_at - starts_at) / (ends_at - starts_at);
        expect(Number(planned.total)).toBe(Math.round(budget * part));
      }
    }
  }
});

test('rejects every action of other people in any state, and every outdated version', async () => {
  const before = await open.desk.server.accounts
    .selectFrom('flights')
    .selectAll()
    .where('id', '=', open.flight.id)
    .execute();
  for (const [act, [method, url, body]] of Object.entries(ACTS))
    for (const who of ['viewer', 'viewer_token', 'reader', 'stranger', 'owner', 'full', 'nobody', 'guest']) {
      const { status } = await ask(who, method, `/flights/${open.flight.id}${url}`, { version: VERSION, ...body });
      const expected = who === 'guest' ? 401 : who === 'stranger' && !forAdministrators(act) ? 404 : 403;
      expect([act, who, status]).toEqual([act, who, expected]);
    }
  for (const [act, [method, url, body]] of Object.entries(ACTS))
    expect([
      act,
      (await ask('admin', method, `/flights/${open.flight.id}${url}`, { version: 6, ...body })).status,
    ]).toEqual([act, 409]);
  for (const who of ['viewer', 'viewer_token', 'reader', 'stranger', 'owner', 'full'])
    expect([404, 403]).toContain(
      (await ask(who, 'DELETE', `/flights/${open.flight.id}/creatives/${open.flight.creativeId}`)).status,
    );
  expect(
    await open.desk.server.accounts.selectFrom('flights').selectAll().where('id', '=', open.flight.id).execute(),
  ).toEqual(before);
  const asToken = await ask('token', 'POST', `/flights/${open.flight.id}/pause`, { version: VERSION });
  expect(asToken.body.state).toBe('paused');
  for (const [who, part] of ['stranger', 'owner', 'nobody'].flatMap((who) =>
    ['', '/history', '/pacing', '/outlets'].map((part) => [who, part] as const),
  ))
    expect([403, 404]).toContain((await ask(who, 'GET', `/flights/${open.flight.id}${part}`)).status);
});

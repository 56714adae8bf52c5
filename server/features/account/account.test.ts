import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/auth.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { AVATAR_PIXELS } from '../../people/make-avatar.ts';
import { sharp } from '../../pictures/testing/open-sharp.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser, TEST_PASSWORD } from '../../testing/makers.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { DEMO: 'on' } });
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.ms = TEST_NOW;
});

const call = (method: 'GET' | 'PUT' | 'DELETE', url: string, headers: object = {}, payload?: object) =>
  server.app.inject({ method, url: `/api${url}`, headers: { ...headers }, ...(payload ? { payload } : {}) });
const me = async (headers: object) => (await call('GET', '/auth/me', headers)).json<CurrentUser>();
const account = (given: Partial<Parameters<typeof makeUser>[1]> = {}) =>
  makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD, ...given });
const PROFILE = { firstName: 'Mara', lastName: 'Lind', phoneNumber: '+1 555 0100' };

describe('own profile', () => {
  test('the owner changes three fields, and the server trims the values', async () => {
    const headers = await server.as(await account());
    const typed = { ...PROFILE, firstName: '  Mara\t Ann ' };
    expect((await call('PUT', '/account/profile', headers, typed)).statusCode).toBe(200);
    expect(await me(headers)).toMatchObject({ ...PROFILE, firstName: 'Mara Ann' });
  });

  test('the account list finds a user by the new name', async () => {
    const headers = await server.as(await account());
    const lastName = `Quillfeather${Date.now()}`;
    await call('PUT', '/account/profile', headers, { ...PROFILE, lastName });
    const admin = await account({ role: 'admin' });
    const found = await call('GET', `/users?q=${lastName.toUpperCase()}`, await server.as(admin));
    expect(found.json()).toMatchObject({ total: 1, data: [{ last_name: lastName }] });
    // Later tests count administrators.
    await server.accounts.updateTable('users').set({ disabled: 1 }).where('id', '=', admin.id).execute();
  });

  test.each([
    'role',
    'cid',
    'email',
    'emailVerified',
    'disabled',
    'id',
    'importHash',
    'password',
    'avatar',
    'deletedAt',
  ])('rejects the field %s (docs/threat-model.md#g1)', async (field) => {
    const headers = await server.as(await account());
    expect((await call('PUT', '/account/profile', headers, { ...PROFILE, [field]: 'admin' })).statusCode).toBe(400);
    expect((await me(headers)).role).toBe('unassigned');
  });

  test('stores the time zone and the theme separately, and rejects invalid values', async () => {
    const headers = await server.as(await account());
    const prefer = (body: object) => call('PUT', '/account/preferences', headers, body);
    await prefer({ time_zone: 'Asia/Tokyo' });
    await prefer({ theme_color: '3390c3', color_scheme: 'dark' });
    expect(await me(headers)).toMatchObject({ time_zone: 'Asia/Tokyo', theme_color: '3390c3', color_scheme: 'dark' });
    for (const body of [
      { time_zone: 'Mars/Base' },
      { theme_color: 'red;}body{' },
      { color_scheme: 'pink' },
      { role: 'admin' },
    ])
      expect((await prefer(body)).statusCode).toBe(400);
    await prefer({ time_zone: '' });
    expect((await me(headers)).time_zone).toBe('');
  });
});

describe('an avatar', () => {
  const draw = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif') =>
    sharp({ create: { width: 900, height: 500, channels: 3, background: '#0a7fc2' } })
      .withExif({ IFD0: { Copyright: 'canary of the camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toFormat(format)
      .toBuffer();
  const send = async (headers: object, bytes: Buffer) =>
    call('PUT', '/account/avatar', headers, { image: bytes.toString('base64') });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'stores a %s as a small WebP without metadata',
    async (format) => {
      const headers = await server.as(await account());
      const answer = await send(headers, await draw(format));
      const [{ publicUrl = '' } = {}] = answer.json<Pick<CurrentUser, 'avatar'>>().avatar;
      expect((await me(headers)).avatar).toEqual([{ publicUrl }]);
      const shown = await server.app.inject(publicUrl);
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      });
      const { width, height, format: kept, exif } = await sharp(shown.rawPayload).metadata();
      expect([width, height, kept, exif]).toEqual([AVATAR_PIXELS, AVATAR_PIXELS, 'webp', undefined]);
      expect(shown.rawPayload.includes('canary')).toBe(false);
    },
  );

  test('is replaced, removed, and deleted with its account', async () => {
    const user = await account();
    const headers = await server.as(user);
    const publicUrl = async () => (await me(headers)).avatar[0]?.publicUrl ?? '';
    await send(headers, await draw('png'));
    const first = await publicUrl();
    await send(headers, await draw('jpeg'));
    expect([
      (await server.app.inject(first)).statusCode,
      (await server.app.inject(await publicUrl())).statusCode,
    ]).toEqual([404, 200]);
    const last = await publicUrl();
    await call('DELETE', '/account', headers);
    expect((await server.app.inject(last)).statusCode).toBe(404);
    const other = await server.as(await account());
    await send(other, await draw('png'));
    await call('DELETE', '/account/avatar', other);
    expect((await me(other)).avatar).toEqual([]);
  });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
  test.each<[string, () => Promise<Buffer>]>([
    ['an SVG', async () => Buffer.from(SVG)],
    ['a text', async () => Buffer.from('no picture at all, just words')],
    ['half a picture', async () => (await draw('jpeg')).subarray(0, 400)],
    [
      'a TIFF',
      async () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
          .tiff()
          .toBuffer(),
    ],
    [
      'a bomb of pixels',
      () =>
        sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
    ],
  ])('rejects %s', async (_name, make) => {
    const headers = await server.as(await account());
    expect((await send(headers, await make())).statusCode).toBe(400);
    expect((await me(headers)).avatar).toEqual([]);
  });
});

describe('deleting the account', () => {
  test('exports the known data as a file without secrets', async () => {
    const user = await account();
    const headers = await server.as(user);
    await server.as(await account());
    await call('PUT', '/account/profile', headers, PROFILE);
    const report = {
      user_id: user.id,
      name: 'By venue',
      name_key: 'by venue',
      question: '{"range":"7d"}',
      shared: 0,
    } as const;
    const times = { created_at: TEST_NOW, updated_at: TEST_NOW };
    await server.accounts
      .insertInto('saved_reports')
      .values({ id: 'r1', ...report, customer_id: null, version: 0, ...times })
      .execute();
    const answer = await call('GET', '/account/export', headers);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="voltboard-account-2026-11-21.json"');
    const data = answer.json<{ sessions: unknown[] }>();
    expect(data).toMatchObject({
      profile: { email: user.email, first_name: 'Mara' },
      saved_reports: [{ name: 'By venue', question: { range: '7d' }, shared: false }],
      report_links: [],
      report_notes: [],
      activity: [{ action: 'account.exported' }, { action: 'profile.changed' }],
    });
    expect(data.sessions).toHaveLength(1);
    expect(answer.payload).not.toMatch(/argon2|"secret"|hash/i);
  });

  test('needs a fresh login, ends every session, and a new account with the same email starts empty', async () => {
    const user = await account({ role: 'full' });
    const [own, other] = [await server.as(user), await server.as(user)];
    server.clock.ms += 11 * MINUTE_MS;
    expect((await call('DELETE', '/account', own)).json()).toMatchObject({ error: { code: 'fresh_login' } });
    server.clock.ms = TEST_NOW;
    expect((await call('DELETE', '/account', own)).statusCode).toBe(200);
    for (const headers of [own, other]) expect((await call('GET', '/auth/me', headers)).statusCode).toBe(401);
    const login = {
      method: 'POST',
      url: '/api/login',
      payload: { email: user.email, password: TEST_PASSWORD },
    } as const;
    expect((await server.app.inject(login)).statusCode).toBe(401);
    const again = await account({ email: user.email });
    expect(await me(await server.as(again))).toMatchObject({ role: 'unassigned' });
    expect(again.id).not.toBe(user.id);
  });

  test('the last administrator stays when two leave at the same time', async () => {
    const admins = await Promise.all([account({ role: 'admin' }), account({ role: 'admin' })]);
    // An account that cannot sign in does not count as another administrator.
    for (const given of [{ verified: 0 }, { disabled: 1 }, { deletedAt: 1 }, { demo: 1 }] as const)
      await account({ role: 'admin', ...given });
    const headers = await Promise.all(admins.map((admin) => server.as(admin)));
    const answers = await Promise.all(headers.map((each) => call('DELETE', '/account', each)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('the last manager with colleagues stays when two leave at the same time, and a single member may leave', async () => {
    const customer = await makeCustomer(server.accounts);
    const member = (given: object) => account({ role: 'property', customerId: customer.id, ...given });
    const managers = await Promise.all([member({}), member({})]);
    const viewer = await member({ standing: 'viewer' });
    // An account that cannot sign in counts neither as a manager nor as a remaining colleague.
    for (const given of [{ verified: 0 }, { disabled: 1 }, { deletedAt: 1 }]) await member(given);
    const headers = await Promise.all(managers.map((manager) => server.as(manager)));
    const leave = (each: object) => call('DELETE', '/account', each);
    const answers = await Promise.all(headers.map(leave));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const last = headers[answers.findIndex(({ statusCode }) => statusCode === 409)] ?? {};
    expect((await leave(last)).json()).toMatchObject({
      error: { message: expect.stringContaining('You’re the only manager of your organization') },
    });
    expect((await leave(await server.as(viewer))).statusCode).toBe(200);
    expect((await leave(last)).statusCode).toBe(200);
  });

  test('rejects changes to a demo account and its export (docs/threat-model.md#a20)', async () => {
    const headers = await server.as(await account({ demo: 1 }));
    const calls = [
      call('PUT', '/account/profile', headers, PROFILE),
      call('PUT', '/account/preferences', headers, { color_scheme: 'dark' }),
      call('PUT', '/account/avatar', headers, { image: 'A'.repeat(32) }),
      call('DELETE', '/account/avatar', headers),
      call('GET', '/account/export', headers),
      call('DELETE', '/account', headers),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(403);
  });
});

// Played by `npm run test:full` alone.
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PICTURE_BYTES } from '#contract/picture.ts';
import type { ManagedUser } from '#contract/users.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { AVATAR_PIXELS, makeAvatar, PICTURE_BODY_LIMIT } from '../../people/make-avatar.ts';
import { sharp } from '../../pictures/testing/open-sharp.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

let server: TestApp;
let admin: Record<string, string>;
let adminUser: { id: string; email: string };
let hotel: { id: string };

beforeAll(async () => {
  server = await createTestApp();
  adminUser = await makeUser(server.accounts, { role: 'admin' });
  hotel = await makeCustomer(server.accounts);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.ms = TEST_NOW;
  admin = await server.as(adminUser);
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = admin) =>
  server.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });

const draw = async (background: string, format: 'png' | 'jpeg' = 'png'): Promise<string> =>
  (
    await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .withExif({ IFD0: { Copyright: 'canary of the camera' } })
      .toFormat(format)
      .toBuffer()
  ).toString('base64');

let counter = 0;
const NEW = {
  first_name: 'Maria',
  last_name: 'Stone',
  phone_number: '',
  disabled: false,
  role: 'property',
  invite: false,
};
const make = (over: object = {}) =>
  call('POST', '/users', { ...NEW, customer_id: hotel.id, email: `face${++counter}@hotel.example`, ...over });
const made = async (over: object = {}): Promise<ManagedUser> => {
  const answer = await make(over);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const form = (user: ManagedUser, over: object = {}) => {
  const { first_name, last_name, phone_number, email, role, customer_id, disabled, version } = user;
  return { first_name, last_name, phone_number, email, role, customer_id, disabled, version, ...over };
};
const change = (user: ManagedUser, over: object, headers = admin) =>
  call('PUT', `/users/${user.id}`, form(user, over), headers);
const changed = async (user: ManagedUser, over: object): Promise<ManagedUser> => {
  const answer = await change(user, over);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const addressOf = ({ avatar }: ManagedUser): string => avatar[0]?.public_url ?? '';
const shown = (address: string) => server.app.inject(address);
const reread = async ({ id }: ManagedUser) => (await call('GET', `/users/${id}`)).json<ManagedUser>();
const lastAudit = () =>
  server.accounts.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();
const pictures = async ({ id }: ManagedUser) =>
  (await server.accounts.selectFrom('avatars').select('id').where('user_id', '=', id).execute()).length;

describe('in a process that optimizes no further regular expressions, as after a megabyte of patterns', () => {
  beforeAll(() => setFlagsFromString('--no-regexp-optimization'));
  afterAll(() => setFlagsFromString('--regexp-optimization'));

  test('accepts a picture of almost 5 MB, and rejects a larger one with a message', async () => {
    const raw = { width: 1_280, height: 1_280, channels: 3 } as const;
    const noise = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(4.6e6);
    expect((await made({ image: noise.toString('base64') })).avatar).toHaveLength(1);
    const longer = await make({ image: 'A'.repeat(Math.ceil(PICTURE_BYTES / 3) * 4 + 4) });
    expect(longer.json()).toMatchObject({ error: { fields: { image: 'Enter at most 6,990,508 characters.' } } });
    const wrong = await make({ phone_number: '1'.repeat(PICTURE_BYTES) });
    expect(wrong.statusCode, wrong.body).toBe(400);
  });
});

test('creates an account with a picture: a small WebP without metadata, shown in the table', async () => {
  const user = await made({ image: await draw('#c40', 'jpeg') });
  const picture = await shown(addressOf(user));
  const { width, height, format, exif } = await sharp(picture.rawPayload).metadata();
  expect([width, height, format, exif]).toEqual([AVATAR_PIXELS, AVATAR_PIXELS, 'webp', undefined]);
  expect(picture.rawPayload.includes('canary')).toBe(false);
  const list = await call('GET', `/users?q=${user.email}`);
  expect(list.json()).toMatchObject({ data: [{ avatar: user.avatar }] });
  expect(await lastAudit()).toMatchObject({
    action: 'user.created',
    detail: expect.stringContaining('"picture":true'),
  });
});

test('replaces and removes a picture with the form, each in the audit log, and keeps an omitted one', async () => {
  const user = await made();
  expect(user.avatar).toEqual([]);
  const first = await changed(user, { last_name: 'Rivers', image: await draw('#04c') });
  expect(await lastAudit()).toMatchObject({ action: 'user.changed', actor: adminUser.email, subject: user.email });
  expect(JSON.parse((await lastAudit()).detail)).toMatchObject({
    id: user.id,
    last_name: { before: 'Stone', after: 'Rivers' },
    picture: { before: '', after: 'a picture' },
  });
  const kept = await changed(first, { first_name: 'Mary' });
  expect(kept.avatar).toEqual(first.avatar);
  const second = await changed(kept, { image: await draw('#0c4') });
  expect(JSON.parse((await lastAudit()).detail)).toMatchObject({
    picture: { before: 'a picture', after: 'another picture' },
  });
  expect([(await shown(addressOf(first))).statusCode, (await shown(addressOf(second))).statusCode]).toEqual([404, 200]);
  expect(await pictures(user)).toBe(1);
  const without = await changed(second, { image: null });
  expect([without.avatar, await pictures(user), (await shown(addressOf(second))).statusCode]).toEqual([[], 0, 404]);
  expect(JSON.parse((await lastAudit()).detail)).toMatchObject({ picture: { before: 'a picture', after: '' } });
  expect((await changed(without, { image: null })).updated_at, 'nothing to remove is no change').toBe(
    without.updated_at,
  );
});

test('the owner sees it and stays signed in, and no fresh login is needed', async () => {
  const user = await made();
  await server.accounts.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute();
  const theirs = await server.as(user);
  server.clock.ms += 11 * MINUTE_MS;
  const publicUrl = addressOf(await changed(user, { image: await draw('#333') }));
  expect((await call('GET', '/auth/me', undefined, theirs)).json()).toMatchObject({ avatar: [{ publicUrl }] });
});

test('an outdated form changes no picture', async () => {
  const user = await made({ image: await draw('#111') });
  const newer = await changed(user, { first_name: 'Newer' });
  for (const image of [await draw('#222'), null]) expect((await change(user, { image })).statusCode).toBe(409);
  expect(await reread(user)).toEqual(newer);
  const twice = [change(newer, { image: await draw('#444') }), change(newer, { image: await draw('#555') })];
  expect((await Promise.all(twice)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await pictures(user)).toBe(1);
  const own = await server.as(user);
  const opened = await reread(user);
  server.clock.ms += 1_000;
  await server.accounts.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute();
  await call('PUT', '/account/avatar', { image: await draw('#666') }, own);
  expect((await change(opened, { image: null })).statusCode, 'its owner chose another one meanwhile').toBe(409);
});

test('a deleted account shows no picture, and gets it back when it is restored', async () => {
  const user = await made({ image: await draw('#777') });
  const deleted = await call('DELETE', `/users/${user.id}?version=${user.version}`);
  expect(deleted.json()).toMatchObject({ status: 'deleted', avatar: [] });
  expect((await change(deleted.json(), { image: await draw('#888') })).statusCode).toBe(409);
  const restored = await call('POST', `/users/${user.id}/restore`);
  expect(restored.json()).toMatchObject({ avatar: user.avatar });
});

describe('an invalid picture', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
  test.each<[string, () => Promise<string> | string, number]>([
    ['a text', () => base64('no picture at all, just words'), 400],
    ['an SVG', () => base64(SVG), 400],
    ['a page that begins like a PNG', () => Buffer.concat([PNG_HEAD, Buffer.from(SVG)]).toString('base64'), 400],
    ['half a picture', async () => (await draw('#999', 'jpeg')).slice(0, 400), 400],
    ['a data address', async () => `data:image/png;base64,${await draw('#999')}`, 400],
    ['nothing', () => '', 400],
    [
      'a bomb of pixels',
      async () => {
        const bomb = sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } }).png();
        return (await bomb.toBuffer()).toString('base64');
      },
      400,
    ],
    ['longer than 5 MB', () => 'A'.repeat(Math.ceil(PICTURE_BYTES / 3) * 4 + 4), 400],
    ['longer than a request may be', () => 'A'.repeat(PICTURE_BODY_LIMIT), 413],
  ])('rejects %s, and stores nothing of the form', async (_name, given, status) => {
    const user = await made({ image: await draw('#abc') });
    const image = await given();
    expect((await change(user, { first_name: 'Other', image })).statusCode).toBe(status);
    expect(await reread(user)).toEqual(user);
    const email = `refused${++counter}@hotel.example`;
    expect((await make({ email, image })).statusCode).toBe(status);
    expect((await call('GET', `/users?q=${email}`)).json()).toMatchObject({ total: 0 });
  });

  test('names the field', async () => {
    const answer = await make({ image: base64('no picture at all, just words') });
    expect(answer.json()).toMatchObject({
      error: { fields: { image: expect.stringContaining('picture can’t be read') } },
    });
  });
});

test("only an administrator sets another user's picture, even with a large body", async () => {
  const user = await made({ image: await draw('#def') });
  const brand = await makeCustomer(server.accounts, { kind: 'advertiser' });
  const others = [
    await server.asRole('property', hotel.id),
    await server.asRole('advertiser', brand.id),
    await server.asRole('full'),
    await server.asRole('unassigned'),
  ];
  for (const image of [await draw('#fed'), null, 'A'.repeat(PICTURE_BODY_LIMIT)]) {
    for (const headers of others) expect((await change(user, { image }, headers)).statusCode).toBe(403);
    expect((await change(user, { image }, {})).statusCode).toBe(401);
  }
  expect(await reread(user)).toEqual(user);
});

test('a demo account cannot be changed', async () => {
  const demo = await makeUser(server.accounts, { role: 'property', customerId: hotel.id, demo: 1 });
  const user = (await call('GET', `/users/${demo.id}`)).json<ManagedUser>();
  expect((await change(user, { image: await draw('#123') })).statusCode).toBe(409);
  expect(await reread(user)).toEqual(user);
});

test('decodes two pictures concurrently while sixteen of thirty wait, and rejects the others with a retry delay', async () => {
  const picture = await draw('#336699');
  const made = await Promise.allSettled(Array.from({ length: 30 }, () => makeAvatar(picture)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(18);
  for (const answer of made)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ statusCode: 503, retryAfterSeconds: 3 });
  await expect(makeAvatar(picture)).resolves.toHaveProperty('id');
});

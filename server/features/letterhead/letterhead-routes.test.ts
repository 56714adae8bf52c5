// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Letterhead, LetterheadForm } from '#contract/letterhead.ts';
import { pictureQueue } from '../../pictures/decode-picture.ts';
import { sharp } from '../../pictures/testing/open-sharp.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { eventually } from '../../testing/eventually.ts';

let server: TestApp;
let headers: { authorization: string };

beforeAll(async () => {
  server = await createTestApp();
  headers = await server.asRole('admin');
});
afterAll(() => server.close());

const FORM: Omit<LetterheadForm, 'since'> = {
  name: 'Harbour Network Inc.',
  address: '1 Pier Road\n\nBoston, MA 02110',
  tax_id: '12-3456789',
  contact: 'billing@harbour.example',
  payment: 'Bank of Boston\nIBAN DE02 1203 0000 0000 2020 51',
  logo: null,
};
const read = async () => (await server.app.inject({ url: '/api/admin/letterhead', headers })).json<Letterhead>();
const put = async (form: Partial<LetterheadForm>) => {
  const { since } = await read();
  const payload = { ...FORM, since, ...form };
  return server.app.inject({ method: 'PUT', url: '/api/admin/letterhead', headers, payload });
};
const notes = () =>
  server.accounts.selectFrom('audit_log').select('detail').where('action', '=', 'letterhead.changed').execute();

test('stores versions of a letterhead with one audit entry each, and re-encodes a logo as JPEG', async () => {
  const first = await read();
  expect(first).toMatchObject({ name: '', logo: null, since: null });
  const made = (await put({})).json<Letterhead>();
  expect(made).toMatchObject({ name: 'Harbour Network Inc.', address: '1 Pier Road\nBoston, MA 02110', logo: null });
  await put({});
  expect(await notes()).toHaveLength(1);
  const png = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#12345680' } })
    .png()
    .toBuffer();
  const { logo } = (await put({ logo: png.toString('base64') })).json<Letterhead>();
  expect(logo).toMatch(/^data:image\/jpeg;base64,\/9j\//);
  expect((await put({ contact: 'new@harbour.example' })).json<Letterhead>().logo).toBe(logo);
  expect((await put({ logo: '' })).json<Letterhead>().logo).toBeNull();
  expect(await server.accounts.selectFrom('letterheads').selectAll().execute()).toHaveLength(4);
});

test('stores the paper size, and keeps it if an older client does not send it', async () => {
  expect((await read()).paper).toBe('country');
  expect((await put({ paper: 'a4' })).json<Letterhead>().paper).toBe('a4');
  expect((await put({ tax_id: '12-7' })).json<Letterhead>().paper).toBe('a4');
  expect((await notes()).at(-2)?.detail).toContain('"paper":{"before":"country","after":"a4"}');
  expect((await put({ paper: 'legal' as 'a4' })).statusCode).toBe(400);
});

test('only the first of two concurrent changes of a letterhead succeeds', async () => {
  const { since } = await read();
  const answers = await Promise.all(['12-1', '12-2'].map((taxId) => put({ tax_id: taxId, since })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await put({ since: null })).json().error.message).toContain('This letterhead was changed');
});

test('rejects values that cannot be printed at their field', async () => {
  for (const [form, field] of [
    [{ name: ' ' }, 'name'],
    [{ address: Array.from({ length: 9 }, (_, line) => `line ${line}`).join('\n') }, 'address'],
    [{ logo: Buffer.from('no picture').toString('base64') }, 'logo'],
  ] as const) {
    const refused = await put(form);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().error.fields)).toEqual([field]);
  }
});

test('a logo waits in the common queue of pictures, and a full queue returns 503', async () => {
  const png = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const held = await Promise.all([pictureQueue.enter(), pictureQueue.enter()]);
  const { since } = await read();
  const answers: number[] = [];
  const sent = Array.from({ length: 20 }, async () => {
    const { statusCode, headers: told } = await put({ since, logo: png.toString('base64') });
    answers.push(statusCode);
    if (statusCode === 503) expect(told['retry-after']).toBe('3');
  });
  await eventually(() => expect(answers).toEqual([503, 503, 503, 503]));
  for (const leave of held) leave?.();
  await Promise.all(sent);
  expect(answers.slice(4).sort()).toEqual([200, ...Array(15).fill(409)]);
});

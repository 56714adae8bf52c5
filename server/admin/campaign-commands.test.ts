import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { runAdmin } from './run-admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-campaign-commands-'));
const NOW = Date.parse('2026-11-21T12:00:00Z');
let accounts: AccountsDb;

async function admin(...args: string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const env = { DATA_DIR: folder, PUBLIC_URL: 'https://outlets.example.com' };
  const terminal = { input: Readable.from([]), output };
  const code = await runAdmin({ args, env, terminal, errors, now: () => NOW });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

beforeAll(async () => {
  for (const kind of ['customers', 'outlets', 'campaigns']) await admin('import', `docs/examples/${kind}.csv`);
  accounts = await openAccounts({ dataDir: folder });
});
afterAll(async () => {
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const lastAudit = () => accounts.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
const rates = () =>
  accounts.selectFrom('rate_card').select(['model', 'venue_type', 'price_micros', 'valid_from']).execute();

test('set-rate sets a price for all venues or one type, once, with an audit entry', async () => {
  expect((await admin('set-rate', '--model', 'cpm', '--price', '20')).out).toBe('Rate card: $20 per 1,000 views.\n');
  expect(await lastAudit()).toMatchObject({ action: 'rate-card.changed', actor: 'command line' });
  expect((await admin('set-rate', '--model', 'cpm', '--price', '20')).code).toBe(0);
  const forHotels = ['set-rate', '--model', 'cpc', '--price', '0.85', '--venue-type', ' Hotel '];
  expect((await admin(...forHotels)).out).toBe('Rate card: $0.85 per click at venues of type hotel.\n');
  expect(await rates()).toEqual([
    { model: 'cpm', venue_type: '', price_micros: 20_000_000, valid_from: NOW },
    { model: 'cpc', venue_type: 'hotel', price_micros: 850_000, valid_from: NOW },
  ]);
  for (const price of ['-1', 'twenty', '0.0000001', '20,5'])
    expect(await admin('set-rate', '--model', 'cpm', '--price', price)).toMatchObject({ code: 1, out: '' });
  expect((await admin('set-rate', '--model', 'cpx', '--price', '1')).code).toBe(2);
  expect(await rates()).toHaveLength(2);
});

test('add-creative adds a picture to a flight, and explains what it rejects', async () => {
  const add = (changes: Readonly<Record<string, string>> = {}) => {
    const options = {
      '--flight': 'CASC-SPRING-1',
      '--file': 'docs/examples/cold-brew.png',
      '--target': 'https://example.com/cold-brew',
      ...changes,
    };
    return admin('add-creative', ...Object.entries(options).flat());
  };
  expect(await add()).toMatchObject({
    code: 0,
    out: "CASC-SPRING-1 (Cold brew spring): added 'cold-brew', 720 × 1280 pixels.\n",
  });
  const creative = await accounts.selectFrom('creatives').selectAll().executeTakeFirstOrThrow();
  expect(creative).toMatchObject({ name: 'cold-brew', duration_seconds: 15, removed_at: null });
  expect(await lastAudit()).toMatchObject({ action: 'flight.creative-added', subject: 'CASC-SPRING-1' });
  const notPicture = join(folder, 'note.png');
  writeFileSync(notPicture, 'not a picture');
  for (const [change, why] of [
    [{ '--flight': 'NONE' }, /NONE/],
    [{ '--file': join(folder, 'missing.png') }, /cannot be read\. Enter the path of a picture/],
    [{ '--file': notPicture }, /Choose a PNG, JPEG or WebP/],
    [{ '--target': 'http://127.0.0.1/' }, /Enter a URL that starts with https/],
    [{ '--seconds': '4' }, /Enter 5 to 60 seconds/],
    [{ '--seconds': 'long' }, /Enter 5 to 60 seconds/],
  ] as const) {
    const { code, err } = await add(change);
    expect([code, err]).toEqual([1, expect.stringMatching(why)]);
  }
  expect(await accounts.selectFrom('creatives').select('id').execute()).toHaveLength(1);
});

// Played by `npm run test:full` alone.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Letterhead } from '#contract/letterhead.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { type ServerProcess, startServerProcess } from '../features/ingest/testing/start-server-process.ts';
import { makeCampaign, makeCustomer, makeFlight, makeUser, TEST_PASSWORD } from '../testing/makers.ts';
import { flat, grown, hollow, layered } from './testing/hostile-pictures.ts';

const AT_ONCE = 20;
/** Side of a picture with 49 megapixels, whose decoded form has 147 MB. */
const SIDE_OF_49_MEGAPIXELS = 7_000;
/**
 * Memory limit: the sum of one decoded picture, twenty requests at each endpoint, and the base memory of the process.
 */
const MOST_MB = 600;
const SLOW_MS = 10 * MINUTE_MS;

type Picture = { readonly bytes: Buffer; readonly type: string };
type Door = 'avatar' | 'creative' | 'logo';
type Answer = { readonly door: Door; readonly status: number; readonly body: string };

const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-pictures-'));
let server: ServerProcess;
let flightId: string;
let authorization: string;
/** The address of the sender. Each address may send twenty pictures per minute. */
let address = '203.0.113.1';

beforeAll(async () => {
  const accounts = await openMigrated(dataDir);
  const { email } = await makeUser(accounts, { role: 'admin', password: TEST_PASSWORD });
  const { id: customerId } = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId });
  flightId = (await makeFlight(accounts, { campaignId: campaign.id })).id;
  await accounts.destroy();
  server = await startServerProcess(dataDir, { ADMIN_MFA: 'off', TRUST_PROXY: '127.0.0.1' });
  const answer = await call('POST', '/login', { email, password: TEST_PASSWORD });
  authorization = `Bearer ${(JSON.parse(answer.body) as { data: string }).data}`;
});
afterAll(async () => {
  await server?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Retries a request whose connection was closed. The server may close an idle connection while the next request is on
 * its way. Browsers then open another connection.
 */
const fetchAnew = (url: string, init: RequestInit) =>
  fetch(url, init).catch((error: unknown) => {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {};
    if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') return fetch(url, init);
    throw error;
  });

async function call(method: string, path: string, given?: object | Picture) {
  const isPicture = given !== undefined && 'bytes' in given;
  const sent = isPicture ? new Uint8Array(given.bytes) : JSON.stringify(given);
  const answer = await fetchAnew(`${server.url}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': address,
      ...(authorization === undefined ? {} : { authorization }),
      ...(given === undefined ? {} : { 'content-type': isPicture ? given.type : 'application/json' }),
    },
    ...(given === undefined ? {} : { body: sent }),
  });
  return { status: answer.status, body: await answer.text() };
}

const NO_WORDS = { name: 'Network', address: '1 Pier Road', tax_id: '', contact: '', payment: '' };

async function send(door: Door, picture: Picture, since: string | null): Promise<Answer> {
  const image = picture.bytes.toString('base64');
  const about = `name=${door}&seconds=10&target=https%3A%2F%2Fa.example%2F`;
  const calls = {
    avatar: () => call('PUT', '/account/avatar', { image }),
    logo: () => call('PUT', '/admin/letterhead', { ...NO_WORDS, logo: image, since }),
    creative: () => call('POST', `/flights/${flightId}/creatives?${about}`, picture),
  };
  return { door, ...(await calls[door]()) };
}

/** Sends the pictures in turn, twenty to each endpoint, all concurrently, while other requests continue. */
async function sendAtOnce(pictures: readonly Picture[]): Promise<{ answers: Answer[]; othersMeanwhile: number }> {
  const { since } = JSON.parse((await call('GET', '/admin/letterhead')).body) as Letterhead;
  let isOver = false;
  const doors: readonly Door[] = ['avatar', 'creative', 'logo'];
  const sending = Promise.all(
    doors.flatMap((door) =>
      Array.from({ length: AT_ONCE }, (_, at) => send(door, pictures[at % pictures.length] as Picture, since)),
    ),
  ).finally(() => {
    isOver = true;
  });
  sending.catch(() => undefined);
  let othersMeanwhile = 0;
  while (!isOver) {
    const { status, body } = await call('GET', '/auth/me');
    // An overloaded server returns 503. The loop then retries the request.
    expect([200, 503], body).toContain(status);
    if (status === 200) othersMeanwhile += 1;
  }
  return { answers: await sending, othersMeanwhile };
}

const LINE = 9;
const BUSY = 'Too many pictures are being processed. Try again in a moment.';
const SHED = 'The server is busy. Try again in a moment.';

type Refusal = { readonly error: { readonly message: string; readonly fields?: Record<string, string> } };

/** Returns the message of a response: that of its first rejected field, if any, or else that of the error. */
const saidTo = ({ status, body }: Answer): string => {
  if (status === 200) return 'taken';
  const { message, fields = {} } = (JSON.parse(body) as Refusal).error;
  return Object.values(fields)[0] ?? message;
};

/**
 * Checks that every rejected sender gets a message that says what to do. If the queue is full, the message says to try
 * again.
 */
function expectAnswersOf(answers: readonly Answer[], refusals: RegExp): void {
  expect(answers).toHaveLength(3 * AT_ONCE);
  const read = answers.filter(({ status }) => status !== 503);
  expect(read.length).toBeGreaterThanOrEqual(LINE);
  for (const answer of answers)
    if (answer.status === 503) expect([BUSY, SHED]).toContain(saidTo(answer));
    else {
      expect([200, 400, 409], answer.body).toContain(answer.status);
      expect(saidTo(answer)).toMatch(refusals);
    }
}

const peakMb = () =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
    : 0;

test(
  'twenty pictures of 49 megapixels at each endpoint at once take bounded memory and do not block other requests',
  async () => {
    const large = flat(SIDE_OF_49_MEGAPIXELS);
    const pictures: Picture[] = [
      { bytes: await large.clone().jpeg().toBuffer(), type: 'image/jpeg' },
      { bytes: await large.clone().png().toBuffer(), type: 'image/png' },
      { bytes: await large.clone().webp().toBuffer(), type: 'image/webp' },
    ];
    const { answers, othersMeanwhile } = await sendAtOnce(pictures);
    expectAnswersOf(answers, /^taken$|takes too long to process|more than 20 million pixels|was changed since/);
    expect(answers.some((answer) => saidTo(answer) === BUSY)).toBe(true);
    expect(othersMeanwhile).toBeGreaterThan(0);
    expect(peakMb()).toBeLessThan(MOST_MB);
  },
  SLOW_MS,
);

test(
  'twenty costly files at each endpoint do too, and each is rejected with a message before it is decoded',
  async () => {
    address = '203.0.113.2';
    const pictures: Picture[] = [
      { bytes: await layered(9_000), type: 'image/jpeg' },
      { bytes: await grown(SIDE_OF_49_MEGAPIXELS), type: 'image/webp' },
      { bytes: await hollow(50_000), type: 'image/png' },
    ];
    const { answers, othersMeanwhile } = await sendAtOnce(pictures);
    expectAnswersOf(answers, /too many layers|more than (12|20|50) million pixels|^Choose a PNG/);
    expect(othersMeanwhile).toBeGreaterThan(0);
    expect(peakMb()).toBeLessThan(MOST_MB);
  },
  SLOW_MS,
);

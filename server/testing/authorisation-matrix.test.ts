// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOKEN_SCOPES, type TokenScope } from '#contract/token-scopes.ts';
import { findShowcaseCalls } from '../features/showcase/showcase-routes.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { OWN_SCOPES, READ_SCOPES } from './make-api-token.ts';
import { type Matrix, METRICS_TOKEN, makeMatrix } from './matrix-actors.ts';
import type { Expectation, Target } from './matrix-rows.ts';
import { ACTORS, type Actor, LIVE_ACTORS, REFUSED_ACTORS, type Statuses, TENANTS } from './matrix-statuses.ts';
import { EXPECTED, SAMPLES } from './matrix-table.ts';
import { registeredRoutes } from './registered-routes.ts';
import { byLength } from './test-length.ts';

const calls = await findShowcaseCalls();
const TABLE: Readonly<Record<string, Expectation>> = {
  ...EXPECTED,
  ...Object.fromEntries(calls.map(({ endpoint: { method, url } }) => [`${method} /api${url}`, SAMPLES])),
};

let server: TestApp;
let matrix: Matrix;
let described: Readonly<Record<string, Readonly<Record<string, Described>>>> = {};
let cells = 0;
let asked = 0;

beforeAll(async () => {
  server = await createTestApp({ env: { METRICS_TOKEN, SECURITY_CONTACT: 'security@network.example' } });
  described = (server.app.swagger() as { paths: typeof described }).paths;
  matrix = await makeMatrix(server);
});
afterAll(() => server.close());

const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => `${path.replace('/api/', '/api//')}//`,
];

type Call = {
  readonly headers?: Record<string, string>;
  readonly actor: Actor;
  readonly target: Target;
  readonly method: string;
  readonly url: string;
};

async function answer({ actor, method, url, headers }: Call, body: object | undefined, isFresh: boolean) {
  cells += 1;
  const response = await server.app.inject({
    method: method as 'GET',
    url,
    headers: headers ?? (isFresh ? await matrix.freshHeaders(actor) : matrix.headers(actor)),
    remoteAddress: `10.${(cells >> 16) & 255}.${(cells >> 8) & 255}.${cells & 255}`,
    ...(body ? { payload: body } : {}),
    payloadAsStream: true,
  });
  const stream = response.stream();
  const isEndless = String(response.headers['content-type']).includes('event-stream') && method === 'GET';
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (isEndless) break;
  }
  stream.destroy();
  return { status: response.statusCode, bytes: `${JSON.stringify(response.headers)}\n${text}`, text };
}

/** Returns the faults in the responses to one actor: wrong statuses, and strings of other tenants. */
async function faults(
  route: string,
  expectation: Expectation,
  actor: Actor,
  program: Program | null = null,
): Promise<string[]> {
  const [method = '', pattern = ''] = route.split(' ');
  const found: string[] = [];
  for (const [target, expected] of Object.entries(expectation.targets) as [
    Target,
    NonNullable<Expectation['targets'][Target]>,
  ][]) {
    const { path, query, body } = matrix.address(pattern, target, expectation, actor);
    const isLive = LIVE_ACTORS.some((one) => one === actor);
    // The short run tests each cell in one spelling, and all cells together in every spelling.
    const one = [SPELLINGS[asked++ % SPELLINGS.length] ?? String];
    const spellings = isLive && target === 'malformed' ? SPELLINGS.slice(0, 1) : byLength(one, SPELLINGS);
    const calls = spellings.map((spell) => ({ actor, target, method, url: spell(path) + query }));
    const headers = program === null ? {} : { headers: program.headers };
    // The short run sends HEAD for every third cell.
    const hasHead = method === 'GET' && asked % byLength(3, 1) === 0;
    const heads = hasHead ? [{ actor, target, method: 'HEAD', url: path + query }] : [];
    for (const call of program === null ? [...calls, ...heads] : calls.slice(0, 1)) {
      const { status, bytes, text } = await answer({ ...call, ...headers }, body, expectation.endsSession === true);
      const usual = { status: expected[actor], names: '' };
      const wanted = program === null ? usual : wantedOf(program, route, expected);
      if (wanted.status !== status || !text.includes(wanted.names))
        found.push(
          `${actor} ${program?.scopes ?? ''} ${call.method} ${call.url}: ${status}, not ${wanted.status} ${wanted.names}: ${text.slice(0, 200)}`,
        );
      for (const canary of matrix.forbidden(actor, expectation)) {
        if (bytes.includes(canary)) found.push(`${actor} ${call.method} ${call.url} leaks ${canary}`);
      }
    }
  }
  return found;
}

/** A variant of an actor's calls: with an API token that has these scopes, or in a session confirmed an hour ago. */
type Program = {
  readonly actor: 'propertyA' | 'advertiserViewerA' | 'admin';
  readonly scopes: readonly TokenScope[] | 'stale session';
  readonly headers: Record<string, string>;
};

type Described = { readonly description?: string; readonly security?: readonly { apiToken?: readonly string[] }[] };
/** Returns the route's entry in the API description. */
function describedOf(route: string): Described {
  const [method = '', pattern = ''] = route.split(' ');
  return described[pattern.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
}
const isStepUp = (route: string): boolean => describedOf(route).description?.includes('fresh_login') === true;

/**
 * Returns the expected response for a program or a stale session. It is the owner's response within the scopes, and it
 * must contain the text `names`.
 */
function wantedOf({ actor, scopes }: Program, route: string, expected: Statuses): { status: number; names: string } {
  const usual = { status: expected[actor], names: '' };
  const isForSessions = expected.anonymous === 401 && expected[actor] !== 401;
  if (!isForSessions) return usual;
  // Input is validated before the password is requested.
  if (scopes === 'stale session')
    return isStepUp(route) && ![400, 403].includes(usual.status) ? { status: 401, names: 'fresh_login' } : usual;
  const needed = describedOf(route).security?.find((way) => way.apiToken !== undefined)?.apiToken;
  if (needed === undefined) return { status: 403, names: 'Sign in to do it.' };
  const missing = needed.find((scope) => !scopes.some((held) => held === scope));
  return missing === undefined ? usual : { status: 403, names: missing };
}

const KINDS: readonly Program['scopes'][] = [OWN_SCOPES, READ_SCOPES, TOKEN_SCOPES, ['reports:read'], 'stale session'];
const PROGRAMS = (['propertyA', 'advertiserViewerA', 'admin'] as const)
  .flatMap((actor) => KINDS.map((scopes) => ({ actor, scopes })))
  // Only an administrator's token writes money.
  .filter(({ actor, scopes }) => actor === 'admin' || scopes !== TOKEN_SCOPES);
const turnOf = (route: string, at: number, others: number) => (at + Object.keys(TABLE).indexOf(route)) % others === 0;
/**
 * In the short run, every sixth program calls each route, and every program calls some route. A stale administrator
 * always calls.
 */
const programsOf = (route: string) =>
  PROGRAMS.filter(
    ({ actor, scopes }, at) => (actor === 'admin' && scopes === 'stale session') || turnOf(route, at, byLength(6, 1)),
  );
/**
 * In the short run, every fourth invalid credential is used for each route, and every credential for some route. A
 * credential that opens a route is always used for that route.
 */
const actorsOf = (route: string, { targets }: Expectation) => {
  const refused: readonly Actor[] = REFUSED_ACTORS;
  const isNone = (actor: Actor) => Object.values(targets).every((expected) => expected[actor] === 401);
  return ACTORS.filter((actor) => {
    const at = refused.indexOf(actor);
    return at < 0 || !isNone(actor) || turnOf(route, at, byLength(4, 1));
  });
};

test('every route has an entry in the table, and every entry a route', () => {
  expect(Object.keys(TABLE).sort()).toEqual(
    registeredRoutes(server.app)
      .filter((route) => / \/(api\/|metrics|\.well-known)/.test(route) && !/ \/api\/(docs|openapi\.json)/.test(route))
      .sort(),
  );
});

test('the searched strings do appear where they are allowed', async () => {
  const { text } = await answer({ actor: 'admin', target: 'none', method: 'GET', url: '/api/list' }, undefined, false);
  for (const canary of matrix.planted) expect(text).toContain(canary);
});

test.each(Object.entries(TABLE))('%s answers each actor as the table says', async (route, expectation) => {
  const found: string[] = [];
  for (const actor of actorsOf(route, expectation)) found.push(...(await faults(route, expectation, actor)));
  for (const { actor, scopes } of programsOf(route)) {
    const headers = await (scopes === 'stale session'
      ? matrix.staleHeaders(actor)
      : matrix.programHeaders(actor, scopes));
    found.push(...(await faults(route, expectation, actor, { actor, scopes, headers })));
  }
  expect(found).toEqual([]);
});

test('a foreign customer and an unknown one get the same bytes', async () => {
  for (const actor of TENANTS) {
    for (const route of Object.keys(EXPECTED).filter((one) => EXPECTED[one]?.targets.other?.[actor] === 403)) {
      const [method = '', pattern = ''] = route.split(' ');
      const texts = [];
      for (const target of ['other', 'unknown'] as const) {
        const { path, query, body } = matrix.address(pattern, target, EXPECTED[route] ?? { targets: {} }, actor);
        const { text } = await answer({ actor, target, method, url: path + query }, body, false);
        texts.push(text.replace(/"id":"[^"]*"/, ''));
      }
      expect(texts[0], `${actor} ${route}`).toBe(texts[1]);
    }
  }
});

test.each(ACTORS)('the PDF link opens for %s only with its ticket, or with its own rights', async (actor) => {
  for (const query of ['', '&t=', '&t=forged', '&role=admin&t=forged']) {
    const { path } = matrix.address('/api/list', 'own', { by: 'cid', targets: {} }, actor);
    const url = `${path}?format=print&op=pdf&cid=${encodeURIComponent('Canary Owner A')}${query}`;
    const { status, bytes } = await answer({ actor, target: 'own', method: 'GET', url }, undefined, false);
    // Without a ticket, the session opens it. Only readers of the whole network may leave out the role.
    const mayOpen = query === '' && (actor === 'admin' || actor === 'full');
    expect(mayOpen ? [200] : query === '' ? [401, 403] : [400, 401], `${actor} ${query}`).toContain(status);
    if (mayOpen) continue;
    for (const canary of matrix.planted) expect(bytes).not.toContain(canary);
  }
});

test('enough cells were tested', () => expect(cells).toBeGreaterThan(byLength(1_000, 1_500)));

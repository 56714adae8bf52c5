import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';
import { drainPending, Session } from 'chdb';
import { engineErrorCode } from '../chdb-errors.ts';

export type Bridge = { readonly url: string; close(): Promise<void> };

const DATABASE = 'outlets';
/** URL arguments that are not settings. */
const NOT_SETTINGS =
  /^(query|query_id|database|default_format|session_id|role|enable_http_compression|wait_end_of_query|param_.*)$/;

/**
 * ClickHouse's HTTP interface in front of chDB, enough for the real `@clickhouse/client` to talk to: it proves our client
 * code where no server can be had. What stays unproven is listed in events-store.md section 10.
 */
export async function startClickHouseBridge(folder: string): Promise<Bridge> {
  const keeper = new Session(folder);
  keeper.query(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
  const server = createServer((request, response) => {
    answer(folder, request, response).catch((error) => fail(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/${DATABASE}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await drainPending();
      keeper.close();
    },
  };
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bridge');
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  const body = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form) url.searchParams.set(name, String(value));
  }
  const session = new Session(folder);
  try {
    session.query(`USE ${DATABASE}`);
    const inUrl = url.searchParams.get('query');
    const insert = /^INSERT INTO (\S+) \((.+)\)\s+FORMAT TabSeparated\s*$/s.exec(inUrl ?? '');
    if (insert?.[1] !== undefined && insert[2] !== undefined) {
      const columns = insert[2].split(',').map((column) => column.trim().replaceAll('`', ''));
      await session.insert({ table: insert[1], columns, values: body, format: 'TabSeparated' });
      response.end();
    } else {
      applySettings(session, url.searchParams);
      await runQuery(session, inUrl ?? body.toString('utf8'), url.searchParams, response);
    }
  } finally {
    session.close();
  }
}

async function runQuery(session: Session, text: string, args: URLSearchParams, response: ServerResponse) {
  const format = /\s+FORMAT (\w+)\s*;?\s*$/.exec(text);
  if (format?.[1] === undefined) {
    await session.queryAsync(text);
    return void response.end();
  }
  const params = Object.fromEntries(
    [...args].flatMap(([name, value]) => (name.startsWith('param_') ? [[name.slice(6), paramValue(value)]] : [])),
  );
  for await (const chunk of session.queryStreamBind(text.slice(0, format.index), params, { format: format[1] })) {
    if (!response.write(chunk.raw())) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

function applySettings(session: Session, args: URLSearchParams): void {
  const settings = [...args].filter(([name]) => !NOT_SETTINGS.test(name));
  // `readonly` last: it forbids to set the others.
  settings.sort(([a], [b]) => Number(a === 'readonly') - Number(b === 'readonly'));
  for (const [name, value] of settings)
    session.query(`SET ${name} = ${/^[\d.]+$|^\{/.test(value) ? value : `'${value}'`}`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Arrays are sent as literals, everything else as escaped text. */
function paramValue(text: string): unknown {
  if (!text.startsWith('[')) return unescapeTsv(text);
  return [...text.matchAll(/'((?:\\.|[^'\\])*)'|[^,[\]\s]+/gs)].map(([whole, quoted]) =>
    quoted === undefined ? BigInt(whole) : unescapeTsv(quoted),
  );
}

const UNESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '0': '\0', b: '\b', f: '\f' };
const unescapeTsv = (text: string) => text.replace(/\\(.)/gs, (_, letter: string) => UNESCAPED[letter] ?? letter);

/** Early failures have a status; a failure after the first rows breaks the connection, as ClickHouse does. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const code = engineErrorCode(error) ?? 1001;
  response.writeHead(500, { 'X-ClickHouse-Exception-Code': String(code) });
  response.end(`Code: ${code}. DB::Exception: ${error instanceof Error ? error.message : 'failed'} (FAILED)`);
}

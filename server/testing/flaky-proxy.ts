import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy in front of a store that drops the connection of every n-th call. */
export type FlakyProxy = {
  /** The URL of the store through the proxy. */
  readonly url: string;
  /** Drops the next call and every n-th call after it. If `calls` is null, drops no calls. */
  dropEvery(calls: number | null): void;
  /** Returns how many calls were dropped since the last `dropEvery`. */
  readonly dropped: () => number;
  close(): void;
};

/**
 * The ways in which calls are dropped, in turn. The call never arrives, its response is lost, or its response is cut
 * off in the middle.
 */
const WAYS = ['call', 'answer', 'middle'] as const;
type Way = (typeof WAYS)[number];

function createDrops() {
  let every: number | null = null;
  let calls = 0;
  let dropped = 0;
  return {
    next(): Way | null {
      calls += 1;
      if (every === null || (calls - 1) % every !== 0) return null;
      dropped += 1;
      return WAYS[dropped % WAYS.length] ?? null;
    },
    dropEvery(count: number | null) {
      every = count;
      calls = 0;
      dropped = 0;
    },
    dropped: () => dropped,
  };
}

/** Opens a proxy in front of a ClickHouse server. The proxy passes pings, because the server is available. */
export async function openFlakyHttp(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const { next, ...drops } = createDrops();
  const server = createHttpServer((incoming, answer) => {
    const way = incoming.url === '/ping' ? null : next();
    if (way === 'call') return void incoming.socket.destroy();
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: hostname, port, method, path, headers, agent: false }, (response) =>
      handBack(response, answer, way),
    );
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  return { url: await listening(server, target), ...drops, close: () => server.closeAllConnections() };
}

function handBack(response: IncomingMessage, answer: ServerResponse, way: Way | null): void {
  response.on('error', () => answer.destroy());
  if (way === 'answer') return void response.resume().on('end', () => answer.destroy());
  answer.writeHead(response.statusCode ?? 502, response.headers);
  if (way === null) return void response.pipe(answer);
  response.once('data', (chunk: Buffer) => {
    answer.write(chunk.subarray(0, chunk.length / 2), () => answer.destroy());
  });
  response.on('end', () => answer.destroy());
}

const [SIMPLE_QUERY, PARSE] = [0x51, 0x50];

/**
 * Opens a proxy in front of a PostgreSQL server. Each statement is a call. The proxy passes commits, because the
 * outcome of a lost commit is a separate question.
 */
export async function openFlakyPostgres(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const { next, ...drops } = createDrops();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const store = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      store.destroy();
    };
    for (const socket of [client, store]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let isAnswerLost = false;
    client.on('data', (data) => {
      const isCall = (data[0] === SIMPLE_QUERY || data[0] === PARSE) && !data.includes('commit');
      const way = isCall ? next() : null;
      if (way === 'call') return end();
      isAnswerLost ||= way !== null;
      store.write(data);
    });
    store.on('data', (data) => (isAnswerLost ? end() : client.write(data)));
  });
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: await listening(server, target), ...drops, close };
}

/** Returns the target's URL with the proxy's port. */
async function listening(server: Server, target: string): Promise<string> {
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

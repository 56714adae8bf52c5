import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The header that marks a response from the front door itself, sent because the process behind the door sent none. */
export const DOOR_HEADER = 'x-drill-door';

const LOOK_EVERY_MS = 1_000;
const LOOK_TIMEOUT_MS = 1_000;

export type FrontDoor = { readonly url: string; close(): void };

/**
 * Opens a load balancer in front of several processes. Each request is sent to the next process that recently reported
 * ready. A process that refuses the connection has not seen the request, so the door tries the next process. If a
 * process dies after it received the request, the door never repeats that request.
 */
export async function openFrontDoor(port: number, ports: readonly number[]): Promise<FrontDoor> {
  const ready = new Map(ports.map((one) => [one, true]));
  const looking = setInterval(() => {
    for (const one of ports) void isReady(one).then((answer) => ready.set(one, answer));
  }, LOOK_EVERY_MS);
  let turn = 0;

  function inTurn(): number[] {
    turn += 1;
    const around = ports.map((_, at) => ports[(turn + at) % ports.length] ?? 0);
    // If no process is ready, any process may get the request: its response explains why it cannot serve.
    return [...around.filter((one) => ready.get(one)), ...around.filter((one) => !ready.get(one))];
  }

  const server = createServer(async (incoming, answer) => {
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    for (const one of inTurn()) if (await hand(one, incoming, body, answer)) return;
    refuse(answer);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      clearInterval(looking);
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Forwards a request and returns whether it is done. False if the process did not accept the connection. */
function hand(port: number, incoming: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<boolean> {
  const { method, url, headers } = incoming;
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, agent: false, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => answer.destroy());
      response.pipe(answer);
      resolve(true);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isUnseen = error.code === 'ECONNREFUSED';
      if (!isUnseen) refuse(answer);
      resolve(!isUnseen);
    });
    answer.on('close', () => {
      outgoing.destroy();
      resolve(true);
    });
    outgoing.end(body);
  });
}

function refuse(answer: ServerResponse): void {
  if (answer.headersSent) answer.destroy();
  else answer.writeHead(502, { [DOOR_HEADER]: 'no answer' }).end();
}

const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(
      { host: '127.0.0.1', port, path: '/api/readyz', agent: false, timeout: LOOK_TIMEOUT_MS },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });

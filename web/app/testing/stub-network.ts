import type * as Type from 'typebox';
import { Value } from 'typebox/value';
import type { Failure } from '#contract/common.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** What the browser sent to an endpoint. */
export type Call = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

/** The type of the endpoint's response in the contract. */
export type AnswerOf<E extends Endpoint> = E['schema'] extends { response: { 200: infer Schema extends Type.TSchema } }
  ? Type.Static<Schema>
  : E extends { documented: { response: { 200: infer Schema extends Type.TSchema } } }
    ? Type.Static<Schema>
    : unknown;

type Reply<E extends Endpoint> = (call: Call) => AnswerOf<E> | Promise<AnswerOf<E>>;
type Answer<E extends Endpoint> = AnswerOf<E> | Reply<E>;
type Stub = {
  readonly endpoint: Endpoint;
  timesLeft: number;
  /** Whether the stub returns an error. The request then need not follow the contract. */
  readonly isRefusal: boolean;
  readonly reply: (call: Call) => Promise<Response>;
};

const JSON_TYPE = { 'content-type': 'application/json' };
/** Creates a JSON response. An undefined body becomes a 204 response. */
const asJson = (body: unknown, status = 200): Response =>
  body === undefined
    ? new Response(null, { status: 204 })
    : new Response(JSON.stringify(body), { status, headers: JSON_TYPE });

/** Returns the parameters in a path of the endpoint; null if the path belongs to a different endpoint. */
function paramsIn({ url }: Pick<Endpoint, 'url'>, path: string): Record<string, string> | null {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const found = new RegExp(`^/api${url.replace(/:\w+/g, '([^/]+)')}$`).exec(path);
  return found === null
    ? null
    : Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
}

/**
 * Returns why the contract would reject a request, so that no test passes with a request that the server would reject.
 * Null if the request is valid.
 */
function faultOf({ schema }: Endpoint, { query, body }: Call): string | null {
  if (schema.querystring && !Value.Check(schema.querystring, Value.Convert(schema.querystring, { ...query })))
    return `its query is none of the contract: ${JSON.stringify(query)}`;
  if (schema.body && typeof body !== 'string' && !(body instanceof Blob) && !Value.Check(schema.body, body))
    return `its body is none of the contract: ${JSON.stringify(body)}`;
  return null;
}

/**
 * Creates a stubbed server for page tests, whose responses have the contract's types. `unexpected` returns requests
 * that have no stub or violate the contract.
 */
export function stubNetwork() {
  let stubs: Stub[] = [];
  let calls: (Call & { readonly endpoint: Endpoint })[] = [];
  let unexpected: string[] = [];
  let isDown = false;
  let refusal: (() => Response) | undefined;
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

  const add = (endpoint: Endpoint, reply: Stub['reply'], times = Number.POSITIVE_INFINITY, isRefusal = false): void => {
    stubs.unshift({ endpoint, reply, timesLeft: times, isRefusal });
  };

  /**
   * Whether the path belongs to another stub. A literal path takes precedence over a path with a parameter:
   * `/users/customers` is not a user.
   */
  const isOfAnother = ({ endpoint: { url } }: Stub, method: string, path: string): boolean =>
    url.includes(':') && stubs.some(({ endpoint }) => endpoint.method === method && `/api${endpoint.url}` === path);

  async function answer(
    address: string,
    { method = 'GET', body, headers }: RequestInit,
    onAnswering: (stub: Stub) => void,
  ): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    if (isDown) throw new TypeError('Failed to fetch');
    if (refusal !== undefined) return refusal();
    for (const stub of stubs) {
      const params = stub.endpoint.method === method ? paramsIn(stub.endpoint, pathname) : null;
      if (params === null || stub.timesLeft === 0 || isOfAnother(stub, method, pathname)) continue;
      stub.timesLeft -= 1;
      onAnswering(stub);
      const call: Call = {
        params,
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : (body ?? null),
        headers: headers as Record<string, string>,
      };
      calls.push({ endpoint: stub.endpoint, ...call });
      const fault = stub.isRefusal ? null : faultOf(stub.endpoint, call);
      if (fault !== null) unexpected.push(`${method} ${address}: ${fault}`);
      const reply = await stub.reply(call);
      if (isDown) throw new TypeError('Failed to fetch');
      return reply;
    }
    unexpected.push(`${method} ${address}`);
    return asJson({ error: { message: 'Nobody stubbed this call.' } }, 501);
  }

  return {
    /** Replaces the browser's `fetch`. */
    fetch: (address: string, init: RequestInit = {}): Promise<Response> =>
      new Promise((resolve, reject) => {
        let answering: Stub | undefined;
        const stop = (): void => {
          // The response was not received, for example because React mounts a page twice. The next request gets this
          // response.
          if (answering !== undefined) answering.timesLeft += 1;
          reject(new DOMException('The call was given up.', 'AbortError'));
        };
        if (init.signal?.aborted) return stop();
        init.signal?.addEventListener('abort', stop);
        answer(address, init, (stub) => {
          answering = stub;
        })
          .then(resolve, reject)
          .finally(() => init.signal?.removeEventListener('abort', stop));
      }),
    on: <E extends Endpoint>(endpoint: E, given: Answer<E>, times?: number): void =>
      add(
        endpoint,
        async (call) => asJson(typeof given === 'function' ? await (given as Reply<E>)(call) : given),
        times,
      ),
    /** Responds with an error. A string is sent unchanged. */
    refuse: (
      endpoint: Endpoint,
      status: number,
      error: Failure['error'] | string,
      options: RefusalOptions = {},
    ): void =>
      add(
        endpoint,
        async () =>
          typeof error === 'string'
            ? new Response(error, { status, statusText: options.statusText ?? '' })
            : new Response(JSON.stringify({ error }), {
                status,
                statusText: options.statusText ?? '',
                headers: { ...JSON_TYPE, ...options.headers },
              }),
        options.times,
        status === 400,
      ),
    /** Responds to every request with an error. */
    refuseAll: (status: number, error: Failure['error']): void => {
      refusal = () => asJson({ error }, status);
    },
    /** Delays the response until the returned function is called. */
    hold: <E extends Endpoint>(endpoint: E, given: AnswerOf<E>): (() => void) => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      add(endpoint, () => released.then(() => asJson(given)));
      return release;
    },
    /** Responds with a file of that name. */
    file: (endpoint: Endpoint, name: string, content: string): void =>
      add(
        endpoint,
        async () => new Response(content, { headers: { 'content-disposition': `attachment; filename="${name}"` } }),
      ),
    /** Responds with an endless stream of server-sent events; `tell` sends an event. */
    stream: (endpoint: Endpoint): void =>
      add(endpoint, async () => {
        let own: ReadableStreamDefaultController<Uint8Array>;
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            own = controller;
            streams.add(controller);
          },
          cancel: () => void streams.delete(own),
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      }),
    tell: (name: string, data: object): void => {
      for (const stream of streams)
        stream.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    /** Makes the server unreachable or reachable. */
    setDown: (isAway: boolean): void => {
      isDown = isAway;
    },
    callsOf: (endpoint: Endpoint): readonly Call[] =>
      calls.filter(({ endpoint: { method, url } }) => method === endpoint.method && url === endpoint.url),
    unexpected: (): readonly string[] => unexpected,
    reset: (): void => {
      stubs = [];
      calls = [];
      unexpected = [];
      isDown = false;
      refusal = undefined;
      streams.clear();
    },
  };
}
export type StubNetwork = ReturnType<typeof stubNetwork>;

type RefusalOptions = {
  readonly times?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

import type * as Type from 'typebox';
import { BACKGROUND_HEADER } from '#contract/background-requests.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { ApiError } from './api-error.ts';
import { HAS_BACKEND } from './backend-flag.ts';
import { askForConfirmation } from './confirmation.ts';
import { takeFirstAnswer } from './first-answer.ts';
import { apiClientStrings as strings } from './lib-strings.ts';
import { readToken } from './session.ts';

const MOST_CHARACTERS = 300;

const looksLikeMarkup = (text: string): boolean => /^\s*<|<\/?[a-z!][^>]*>/i.test(text);

/**
 * Returns text that is safe to show, or null if it is empty or markup such as a proxy's page (docs/threat-model.md#j2).
 */
function showable(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  if (trimmed === '' || looksLikeMarkup(trimmed)) return null;
  return trimmed.slice(0, MOST_CHARACTERS);
}

function messageInBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : null;
}

/**
 * Returns the message for the user (docs/specification.md#errors): the body's `error.message`, else the body as text,
 * else the error's own message, else 'Error'.
 */
export function failureMessage(body: unknown, ownMessage?: string): string {
  // A proxy's error page says nothing about the user's action.
  if (typeof body === 'string' && looksLikeMarkup(body)) return strings.error;
  return showable(messageInBody(body)) ?? showable(asText(body)) ?? showable(ownMessage) ?? strings.error;
}

/** Returns the body as text; null for an empty object. */
function asText(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.keys(body).length > 0 ? JSON.stringify(body) : null;
}

/** Returns validation messages by field name; empty if the body has none. */
function failureFields(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  const { error } = body;
  const fields = typeof error === 'object' && error !== null && 'fields' in error ? error.fields : null;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => {
      const message = showable(text);
      return message === null ? [] : [[name, message]];
    }),
  );
}

function textInError(body: unknown, name: 'id' | 'code'): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  const text = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : null;
  return typeof text === 'string' ? text.slice(0, 100) : null;
}

/** Returns the reference under which the server logged the error; null if there is none. */
export const failureId = (body: unknown): string | null => textInError(body, 'id');

/** Returns the code of an error that the client handles automatically; null if there is none. */
const failureCode = (body: unknown): string | null => textInError(body, 'code');

/**
 * Time without pointer, key, wheel or touch input after which an open page counts as unattended. Such a page still
 * refreshes its data automatically.
 */
const ALONE_AFTER_MS = MINUTE_MS;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

// Opening the page counts as input.
let lastSignMs = Date.now();
const note = (): void => {
  lastSignMs = Date.now();
};
if (typeof window !== 'undefined')
  for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true, capture: true });

/** Whether the page has had no input for a minute. Requests from an unattended page do not extend the session. */
const isUnattended = (): boolean => Date.now() - lastSignMs >= ALONE_AFTER_MS;

/** The API's base URL: VITE_API_HOST at build time, else `/api` on the same origin (docs/decisions.md#contract). */
const API_HOST = (import.meta.env.VITE_API_HOST || '/api').replace(/\/+$/, '');

const NO_SERVER = strings.noServer;
const UNREACHABLE = strings.unreachable;
const MOST_TRIES = 4;
const LONGEST_WAIT_SECONDS = 60;

type Value = string | number | boolean | undefined;
type LooseOptional<Fields> = {
  [Key in keyof Fields]: Record<never, never> extends Pick<Fields, Key> ? Fields[Key] | undefined : Fields[Key];
};
/** The type that the endpoint's schema accepts for this part; `unknown` if the endpoint has no specific type. */
type SchemaPart<E extends Endpoint, Key extends 'params' | 'querystring' | 'body'> =
  E['schema'] extends Record<Key, infer Schema extends Type.TSchema>
    ? LooseOptional<Type.Static<Schema>>
    : Endpoint extends E
      ? unknown
      : never;
type AnswerOf<E extends Endpoint> = E['schema'] extends { response: { 200: infer Schema extends Type.TSchema } }
  ? Type.Static<Schema>
  : unknown;

export type RequestOptions<E extends Endpoint = Endpoint> = {
  params?: SchemaPart<E, 'params'>;
  query?: SchemaPart<E, 'querystring'>;
  body?: SchemaPart<E, 'body'>;
  signal?: AbortSignal;
  /** Replaces the stored token; null sends none. */
  token?: string | null;
  /** The request body, sent unchanged instead of `body`. */
  file?: Blob;
  /** Lets the request finish after the page is closed (`keepalive`). */
  isLasting?: boolean;
};

/** Callbacks for the state of requests; `web/app` registers one observer. */
export type ClientObserver = {
  /** The server no longer accepts the stored session: it returned 401 to a request with that token. */
  onSessionEnded: () => void;
  /** The server asked the client to wait; the client retries automatically. */
  onBusy: (seconds: number) => void;
  /** The client could not reach the server. */
  onUnreachable: () => void;
};

let observer: ClientObserver = { onSessionEnded: () => {}, onBusy: () => {}, onUnreachable: () => {} };
export const observeClient = (next: ClientObserver): void => {
  observer = next;
};

/** Builds an endpoint's URL, for requests and links. */
export function addressOf(
  endpoint: Pick<Endpoint, 'url'>,
  params: Readonly<Record<string, Value>> = {},
  query: Readonly<Record<string, Value>> = {},
): string {
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return `${API_HOST}${path}${text ? `?${text}` : ''}`;
}

/** Makes a URL absolute if the API host is a path. For `url` values in server responses. */
export const absoluteAddress = (address: string): string => new URL(address, window.location.href).href;

export async function send(endpoint: Endpoint, options: RequestOptions, accept: string): Promise<Response> {
  if (!HAS_BACKEND) throw new ApiError(0, NO_SERVER);
  const {
    params,
    query,
    body,
    file,
    signal,
    isLasting = false,
    token = readToken(),
  } = options as RequestOptions & {
    params?: Record<string, Value>;
    query?: Record<string, Value>;
    body?: unknown;
  };
  const headers: Record<string, string> = { Accept: accept };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (isUnattended()) headers[BACKGROUND_HEADER] = '1';
  if (file !== undefined) headers['Content-Type'] = file.type || 'application/octet-stream';
  const address = addressOf(endpoint, params, query);
  const first = endpoint.method === 'GET' ? await takeFirstAnswer(address, token) : null;
  if (first !== null) return first;
  try {
    return await fetch(address, {
      method: endpoint.method,
      headers,
      body: file ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
      keepalive: isLasting,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    observer.onUnreachable();
    throw new ApiError(0, UNREACHABLE);
  }
}

/** Converts an error response to an `ApiError`. Reports an ended session and an unreachable server to the observer. */
export async function failureOf(answer: Response, token: string | null): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The response came from a proxy, not the product; `failureMessage` decides whether to show its text.
  }
  const code = failureCode(body);
  // A request from before a new sign-in carries the old token. A 401 response to such a request does not end the new
  // session.
  const isOver = answer.status === 401 && code !== 'fresh_login';
  if (isOver && token !== null && token === readToken()) observer.onSessionEnded();
  if (answer.status === 502 || answer.status === 504) {
    // The proxy could not reach the server.
    observer.onUnreachable();
    return new ApiError(answer.status, UNREACHABLE);
  }
  const message = failureMessage(body, answer.statusText);
  return new ApiError(answer.status, message, failureId(body), waitSeconds(answer), failureFields(body), code);
}

/**
 * Returns the seconds to wait according to Retry-After, which is in seconds or a date. Returns null if the header is
 * missing or invalid.
 */
function waitSeconds(answer: Response): number | null {
  const header = answer.headers.get('retry-after');
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Calls an endpoint and returns the response body. A GET that gets 429 or 503 waits for the time that the server
 * requests, then retries, at most three times (docs/threat-model.md#j1). If the server requires a fresh sign-in, asks
 * the user to confirm their identity and repeats the call. Rejects with `ApiError` (status 0 if the server was not
 * reached), or with the abort reason when `signal` fires.
 */
export function request<E extends Endpoint>(endpoint: E, options?: RequestOptions<E>): Promise<AnswerOf<E>>;
/** Overload for an endpoint without a response schema: the caller names the type. */
export function request<Answer>(endpoint: Endpoint, options?: RequestOptions): Promise<Answer>;
export async function request(endpoint: Endpoint, options: RequestOptions = {}): Promise<unknown> {
  const token = options.token === undefined ? readToken() : options.token;
  for (let tries = 1; ; tries += 1) {
    const answer = await send(endpoint, { ...options, token }, 'application/json');
    if (answer.ok) return answer.status === 204 ? undefined : answer.json();
    const failure = await failureOf(answer, token);
    if (failure.code === 'fresh_login' && (await askForConfirmation())) continue;
    const busy = answer.status === 429 || answer.status === 503;
    if (!busy || endpoint.method !== 'GET' || tries >= MOST_TRIES) throw failure;
    const seconds = Math.min(failure.retryAfterSeconds ?? 2 ** tries, LONGEST_WAIT_SECONDS);
    observer.onBusy(seconds);
    await pause(seconds * 1000, options.signal);
  }
}

/**
 * Requests a file. If the server requires a fresh sign-in, asks the user to confirm their identity and repeats the
 * call, as `request` does.
 */
async function sendForFile(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  for (;;) {
    const token = readToken();
    const answer = await send(endpoint, { ...options, token }, '*/*');
    if (answer.ok) return answer;
    const failure = await failureOf(answer, token);
    if (failure.code !== 'fresh_login' || !(await askForConfirmation())) throw failure;
  }
}

/** Downloads a file from an endpoint. The server provides the file name. */
export function requestFile<E extends Endpoint>(
  endpoint: E,
  options?: RequestOptions<E>,
): Promise<{ blob: Blob; fileName: string }>;
export async function requestFile(endpoint: Endpoint, options: RequestOptions = {}) {
  const answer = await sendForFile(endpoint, options);
  const [, fileName = 'download'] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return { blob: await answer.blob(), fileName };
}

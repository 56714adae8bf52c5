import { type LookupAddress, lookup } from 'node:dns';
import { type RequestOptions, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const PATIENCE_MS = 10_000;
const REFUSED = 'Its address is not one of the internet.';

type Outside = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Also addresses that are not of the internet, and without TLS. */
  readonly allowPrivate: boolean;
};

/** Why an address may not be called, before any name is looked up; null where it may. */
export function addressProblem(address: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(address)) return 'It is no address. Write it with https:// at its beginning.';
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'It has to begin with https://.';
  if (username !== '' || password !== '') return 'It must not hold a name or password.';
  const host = hostname.replace(/^\[|\]$/g, '');
  return !allowPrivate && isIP(host) !== 0 && !isPublicAddress(host) ? REFUSED : null;
}

/**
 * The addresses that a connection is made to are those that were looked at: a name that answers something else a moment later
 * leads nowhere else.
 */
const publicLookup: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) return answer(error ?? new Error('It has no address.'), '');
    if (!addresses.every(({ address }) => isPublicAddress(address))) return answer(new Error(REFUSED), '');
    if (options.all === true) return answer(null, addresses);
    answer(null, first.address, first.family);
  });
};

/** Posts a text to an address that somebody outside has chosen; null where it was taken, else why not. Follows no redirect. */
export async function postOutside(address: string, { body, headers, allowPrivate }: Outside): Promise<string | null> {
  const problem = addressProblem(address, allowPrivate);
  if (problem !== null) return problem;
  const url = new URL(address);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // Never a kept connection: it would be to whoever the name meant before.
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(allowPrivate ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
    const sent = send(url, options, (answer) => {
      const { statusCode = 0 } = answer;
      // What it says is nobody's business: a status is enough, and its length may be anything.
      answer.destroy();
      resolve(statusCode >= 200 && statusCode < 300 ? null : `It answered ${statusCode}.`);
    });
    sent.on('error', (error) =>
      resolve(
        error.name === 'TimeoutError' || error.name === 'AbortError' ? 'It did not answer in time.' : error.message,
      ),
    );
    sent.end(body);
  });
}

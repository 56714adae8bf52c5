import { type LookupAddress, lookup } from 'node:dns';
import { type RequestOptions, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, isPublicHost } from './public-address.ts';

const PATIENCE_MS = 10_000;
const REFUSED = 'The address is not on the public internet.';
/**
 * The message for an unknown name, a closed port, an internal address, a timeout and an invalid certificate. Separate
 * messages would reveal which internal names and ports exist.
 */
const UNREACHABLE =
  'The address could not be reached. It must respond within 10 seconds over HTTPS with a valid certificate.';

type Outside = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether private addresses and plain HTTP are also allowed. */
  readonly allowPrivate: boolean;
  /**
   * Set only for a URL that the operator configured. The error then includes the reason. `ca` contains certificate
   * authorities in PEM format.
   */
  readonly operator?: { readonly ca: string | null };
};

/** Returns why a URL is not allowed, before any DNS lookup; null if the URL is allowed. */
export function addressProblem(address: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(address)) return 'Enter a URL that starts with https://.';
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'Enter a URL that starts with https://.';
  if (username !== '' || password !== '') return 'Remove the name and password from the URL.';
  return !allowPrivate && !isPublicHost(hostname) ? REFUSED : null;
}

/**
 * Returns a lookup that rejects names with a private address. The connection uses the checked addresses, so a name that
 * resolves differently shortly afterwards has no effect (DNS rebinding).
 */
const publicLookup =
  (resolve: LookupFunction): LookupFunction =>
  (hostname, options, answer) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (Array.isArray(found) ? found : []) as readonly LookupAddress[];
      const [first] = addresses;
      if (error !== null || first === undefined) return answer(error ?? new Error('The host has no address.'), '');
      if (!addresses.every(({ address }) => isPublicAddress(address))) return answer(new Error(REFUSED), '');
      if (options.all === true) return answer(null, [...addresses]);
      answer(null, first.address, first.family);
    });
  };

/**
 * Posts a text to a URL that a user chose. Returns null on success, otherwise the reason for the failure. Does not
 * follow redirects.
 */
export async function postOutside(
  address: string,
  { body, headers, allowPrivate, operator }: Outside,
  resolver: LookupFunction = lookup,
): Promise<string | null> {
  const problem = addressProblem(address, allowPrivate);
  if (problem !== null) return problem;
  const url = new URL(address);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // Never reuse a connection, because the name may have pointed to another host earlier.
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(operator?.ca ? { ca: operator.ca } : {}),
    ...(allowPrivate ? {} : { lookup: publicLookup(resolver) }),
  };
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
    const sent = send(url, options, (answer) => {
      const { statusCode = 0 } = answer;
      // Ignore the body, because the status is enough and the body may be of any length.
      answer.destroy();
      resolve(statusCode >= 200 && statusCode < 300 ? null : `The address responded with ${statusCode}.`);
    });
    sent.on('error', (error) =>
      resolve(operator ? `The address could not be reached: ${error.message}.` : UNREACHABLE),
    );
    sent.end(body);
  });
}

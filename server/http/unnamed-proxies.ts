import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Minimum number of clients for which a peer on the internet must forward to count as a proxy. Any program can send a
 * forwarding header.
 */
const MANY_CLIENTS = 20;
const MOST_PEERS = 50;

/**
 * Detects proxies that TRUST_PROXY does not list. All clients behind such a proxy count as one address, so a single
 * attacker can use up everyone's attempts. Reports each proxy once.
 */
export function watchForProxies(app: FastifyInstance, tell: (text: string) => void): void {
  const told = new Set<string>();
  const clientsOf = new Map<string, Set<string>>();

  function speaksForMany(peer: string, client: string): boolean {
    const clients = clientsOf.get(peer) ?? new Set();
    clientsOf.set(peer, clients.add(client));
    const [longestKnown] = clientsOf.keys();
    if (clientsOf.size > MOST_PEERS && longestKnown !== undefined) clientsOf.delete(longestKnown);
    return clients.size >= MANY_CLIENTS;
  }

  app.addHook('onRequest', async (request) => {
    const found = forwarded(request);
    if (found === null || told.has(found.peer) || told.size >= MOST_PEERS) return;
    if (!isLocal(found.peer) && !speaksForMany(found.peer, found.client)) return;
    told.add(found.peer);
    clientsOf.delete(found.peer);
    tell(words(found.peer, found.header));
  });
}

type Forwarded = { readonly peer: string; readonly client: string; readonly header: 'X-Forwarded-For' | 'Forwarded' };

/** Returns the client for which an untrusted peer forwards, or null if it does not forward. */
function forwarded({ ip, socket, headers }: FastifyRequest): Forwarded | null {
  const list = headers['x-forwarded-for'] ?? headers.forwarded;
  const peer = socket.remoteAddress;
  if (list === undefined || peer === undefined || ip !== peer) return null;
  const client = String(list).split(',')[0]?.trim() ?? '';
  if (client === '' || client === peer) return null;
  return { peer, client, header: headers['x-forwarded-for'] === undefined ? 'Forwarded' : 'X-Forwarded-For' };
}

const LOCAL: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];
const isLocal = (peer: string): boolean => ipaddr.isValid(peer) && LOCAL.includes(ipaddr.process(peer).range());

function words(peer: string, header: Forwarded['header']): string {
  const said = `Requests from ${peer} have the header ${header}, which is not trusted. All clients behind ${peer} therefore share one address, so one client that guesses passwords slows down the others.`;
  return header === 'Forwarded'
    ? `${said} If this is your proxy, make it send X-Forwarded-For and set TRUST_PROXY=${peer}.`
    : `${said} If this is your proxy, set TRUST_PROXY=${peer}.`;
}

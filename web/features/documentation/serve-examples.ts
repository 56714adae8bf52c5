import type { CodeLanguage } from '../../ui/highlight-code.ts';
import type { ExampleValues } from './ingest-examples.ts';

type ServeExample = {
  readonly title: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly code: string;
};

/** Returns a program for an outlet that requests, shows and reports an ad, in three forms for device makers. */
export function serveExamples({
  host,
  key,
  eui,
}: Pick<ExampleValues, 'host' | 'key' | 'eui'>): readonly ServeExample[] {
  return [
    {
      title: 'curl',
      text: 'One play for a visitor who has come; the fingerprint may be left out.',
      language: 'bash',
      code: `curl -X POST ${host}/api/serve \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ eui, count: 1, fingerprint: '5f2b9c0a41d87e6633b1f0a2c4d5e6f7' })}'`,
    },
    {
      title: 'Node',
      text: 'Asks for a play, shows it and reports its view. Without an answer in two seconds the charge begins with what is at hand.',
      language: 'tsx',
      code: `const HEADERS = { authorization: 'Bearer ${key}', 'content-type': 'application/json' };
const post = (path, body) =>
  fetch('${host}/api/' + path, {
    method: 'POST', headers: HEADERS, body: JSON.stringify(body), signal: AbortSignal.timeout(2_000),
  }).then((answer) => (answer.ok ? answer.json() : null), () => null);

const answer = await post('serve', { eui: '${eui}', count: 1 });
const play = answer?.plays[0];
show(play ? '${host}' + play.creative.url : 'own-picture.webp');
const view = {
  id: play?.id ?? crypto.randomUUID(), type: 'view', eui: '${eui}',
  timestamp: new Date().toISOString(), ...(play ? { cryptic: play.token } : {}),
};
// Kept on the outlet until it was answered as accepted or duplicate.
await post('ingest/events', [view]);`,
    },
    {
      title: 'MicroPython and the like',
      text: 'The same in plain HTTP, for outlets that write their requests themselves. Some plays are fetched ahead for a poor line.',
      language: 'bash',
      code: `POST /api/serve HTTP/1.1
Host: ${host.replace(/^https?:\/\//, '')}
Authorization: Bearer ${key}
Content-Type: application/json

{"eui": "${eui}", "count": 5}

play = plays.pop(0)                # the oldest first
if now() > play["expires_at"]:     # too old: drop it and ask again
    continue
show(play["creative"]["url"])      # kept: a picture never changes
events.append({"id": play["id"], "cryptic": play["token"], "type": "view",
               "eui": EUI, "timestamp": now()})`,
    },
  ];
}

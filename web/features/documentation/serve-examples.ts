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
      text: 'Requests one play for a visitor. The fingerprint is optional.',
      language: 'bash',
      code: `curl -X POST ${host}/api/serve \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ eui, count: 1, fingerprint: '5f2b9c0a41d87e6633b1f0a2c4d5e6f7' })}'`,
    },
    {
      title: 'Node',
      text: 'Requests a play, shows it and reports its view. If there is no response within two seconds, the charge starts with the outlet’s own picture.',
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
// Keep it on the outlet until the result is accepted or duplicate.
await post('ingest/events', [view]);`,
    },
    {
      title: 'MicroPython and similar',
      text: 'The same in plain HTTP, for outlets that build requests themselves. It fetches plays in advance for a poor connection.',
      language: 'bash',
      code: `POST /api/serve HTTP/1.1
Host: ${host.replace(/^https?:\/\//, '')}
Authorization: Bearer ${key}
Content-Type: application/json

{"eui": "${eui}", "count": 5}

play = plays.pop(0)                # the oldest first
if now() > play["expires_at"]:     # expired: drop it and request again
    continue
show(play["creative"]["url"])      # cached: a picture never changes
events.append({"id": play["id"], "cryptic": play["token"], "type": "view",
               "eui": EUI, "timestamp": now()})`,
    },
  ];
}

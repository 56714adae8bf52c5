/** The values filled into the examples. */
export type ExampleValues = {
  /** The server's URL, without a trailing slash. */
  readonly host: string;
  readonly key: string;
  readonly eui: string;
  readonly now: Date;
  /** Creates a UUID. */
  readonly uuid: () => string;
};

export type IngestExample = {
  readonly title: string;
  readonly text: string;
  readonly command: string;
  readonly answer: string;
};

type SampleEvent = Readonly<Record<string, string | number>>;
type Result = {
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  readonly code?: string;
  readonly reason?: string;
};

const secondsBefore = (now: Date, seconds: number): string => new Date(now.getTime() - seconds * 1_000).toISOString();

function answerOf(events: readonly SampleEvent[], results: readonly Result[]): string {
  const count = (status: Result['status']): number => results.filter((result) => result.status === status).length;
  const answer = {
    accepted: count('accepted'),
    duplicate: count('duplicate'),
    rejected: count('rejected'),
    results: results.map((result, index) => ({ index, id: events[index]?.id, ...result })),
  };
  return JSON.stringify(answer, null, 2);
}

/** Returns the commands for the page `ingestion-api`. The commands work unchanged once key and EUI are real. */
export function ingestExamples({ host, key, eui, now, uuid }: ExampleValues): IngestExample[] {
  const head = (type = 'application/json'): string =>
    `curl -X POST ${host}/api/ingest/events \\\n  -H "Authorization: Bearer ${key}" \\\n  -H "Content-Type: ${type}" \\\n`;
  const event = (type: string, seconds: number, more: SampleEvent = {}): SampleEvent => ({
    id: uuid(),
    type,
    eui,
    timestamp: secondsBefore(now, seconds),
    ...more,
  });
  const view = event('view', 120, {
    fingerprint: '5f2b9c0a41d87e6633b1f0a2c4d5e6f7',
    ip: '203.0.113.7',
    energy_wh: 18.4,
  });
  const followed = [event('click', 100, { view_id: view.id ?? '' }), event('burn', 90, { view_id: view.id ?? '' })];
  const lines = [event('view', 60), event('heartbeat', 30)];
  const zipped = [event('view', 20)];
  const broken = [event('heartbeat', 10), event('click', 5)];
  const accepted: Result = { status: 'accepted' };
  const array = (events: readonly SampleEvent[]): string =>
    `  -d '[\n${events.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]'`;
  const printed = (events: readonly SampleEvent[]): string =>
    `printf '%s\\n' \\\n${events.map((each) => `  '${JSON.stringify(each)}' \\\n`).join('')}`;
  return [
    {
      title: 'One view',
      text: 'An ad was shown and a charge started. The fingerprint, the visitor’s address and the metered energy are optional.',
      command: head() + array([view]),
      answer: answerOf([view], [accepted]),
    },
    {
      title: 'A click and a burn of that view',
      text: 'Both name their view. The flight and the price are those of the view.',
      command: head() + array(followed),
      answer: answerOf(followed, [accepted, accepted]),
    },
    {
      title: 'The same event again',
      text: 'After a lost connection, send unacknowledged events again. The same id is never counted twice.',
      command: head() + array([view]),
      answer: answerOf([view], [{ status: 'duplicate' }]),
    },
    {
      title: 'One event per line',
      text: 'You can write NDJSON while events happen. A malformed line affects only itself.',
      command: `${printed(lines)}  | ${head('application/x-ndjson')}  --data-binary @-`,
      answer: answerOf(lines, [accepted, accepted]),
    },
    {
      title: 'Compressed',
      text: 'With Content-Encoding: gzip, a report needs a fifth of the bytes or less.',
      command: `${printed(zipped)}  | gzip | ${head('application/x-ndjson')}  -H "Content-Encoding: gzip" \\\n  --data-binary @-`,
      answer: answerOf(zipped, [accepted]),
    },
    {
      title: 'Errors per event',
      text: 'The call still returns 200. The reason tells a technician what to fix.',
      command: head() + array(broken),
      answer: answerOf(broken, [
        accepted,
        {
          status: 'rejected',
          code: 'missing_view_id',
          reason: 'A click or burn must reference its view. Set "view_id" to the "id" of that view.',
        },
      ]),
    },
  ];
}

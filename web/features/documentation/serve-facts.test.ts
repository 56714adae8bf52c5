import { expect, test } from 'vitest';
import { MOST_PLAYS, SERVE_REASONS, ServedPlay, ServeRequest } from '#contract/serve.ts';
import { serveExamples } from './serve-examples.ts';
import { PLAY_FIELDS, SERVE_ANSWERS, SERVE_REASON_WORDS } from './serve-facts.ts';

test('documents the fields and limits of plays in the contract', () => {
  expect(PLAY_FIELDS.map(({ name }) => name)).toEqual(Object.keys(ServedPlay.properties));
  expect(SERVE_REASON_WORDS.map(([reason]) => reason)).toEqual([...SERVE_REASONS]);
  const [, text = ''] = SERVE_ANSWERS.find(([status]) => status === '400') ?? [];
  expect(text).toContain(`1 to ${MOST_PLAYS}`);
});

test('requests a play with the fields of the contract in every example', () => {
  const examples = serveExamples({ host: 'https://x.example', key: 'vb_k', eui: '00'.repeat(8) });
  for (const { code } of examples) {
    expect(code).toContain('vb_k');
    for (const name of ServeRequest.required) expect(code).toContain(name);
  }
});

test('requests, shows and reports a play in the Node example, or shows its own picture', async () => {
  const { code = '' } = serveExamples({ host: 'https://x.example', key: 'vb_k', eui: '00'.repeat(8) })[1] ?? {};
  const run = (answer: object | null) => {
    const [shown, reported]: [string[], unknown[]] = [[], []];
    const fetch = async (url: string, { body }: { body: string }) => {
      if (answer === null) throw new TypeError('no line');
      if (url.endsWith('/serve')) return { ok: true, json: async () => answer };
      reported.push(...JSON.parse(body));
      return { ok: true, json: async () => ({}) };
    };
    const show = (url: string) => void shown.push(url);
    const program = Object.getPrototypeOf(async () => undefined).constructor;
    return new program('fetch', 'show', code)(fetch, show).then(() => ({ shown, reported }));
  };
  const play = { id: 'p', token: 't', creative: { url: '/api/creatives/a.png' } };
  const { shown, reported } = await run({ plays: [play], reason: null, retry_after: 0 });
  expect(shown).toEqual(['https://x.example/api/creatives/a.png']);
  expect(reported).toEqual([expect.objectContaining({ id: 'p', cryptic: 't', type: 'view', eui: '00'.repeat(8) })]);
  expect((await run(null)).shown).toEqual(['own-picture.webp']);
});

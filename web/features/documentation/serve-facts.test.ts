import { expect, test } from 'vitest';
import { MOST_PLAYS, ServedPlay, ServeRequest } from '#contract/serve.ts';
import { serveExamples } from './serve-examples.ts';
import { PLAY_FIELDS, SERVE_ANSWERS } from './serve-facts.ts';

test('the documented fields and limits of plays are those of the contract', () => {
  expect(PLAY_FIELDS.map(({ name }) => name)).toEqual(Object.keys(ServedPlay.properties));
  const [, text = ''] = SERVE_ANSWERS.find(([status]) => status === '400') ?? [];
  expect(text).toContain(`1 to ${MOST_PLAYS}`);
});

test('every example asks for a play with the fields of the contract', () => {
  const examples = serveExamples({ host: 'https://x.example', key: 'vb_k', eui: '00'.repeat(8) });
  for (const { code } of examples) {
    expect(code).toContain('vb_k');
    for (const name of ServeRequest.required) expect(code).toContain(name);
  }
});

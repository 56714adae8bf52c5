import { expect, test } from 'vitest';
import { EventResult, INVALID_REASONS, MAX_BATCH_BYTES, MAX_BATCH_EVENTS, OutletEvent } from '#contract/ingest.ts';
import { ingestExamples } from './ingest-examples.ts';
import { CALL_ANSWERS, EVENT_FIELDS, NOT_COUNTED } from './ingest-facts.ts';

test('documents the fields of the contract', () => {
  expect(EVENT_FIELDS.map(({ name }) => name)).toEqual(Object.keys(OutletEvent.properties));
  expect(EVENT_FIELDS.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(OutletEvent.required);
});

test('documents the limits of the contract', () => {
  const [, text = ''] = CALL_ANSWERS.find(([status]) => status === '413') ?? [];
  expect(text).toContain(MAX_BATCH_EVENTS.toLocaleString('en-US'));
  expect(text).toContain(`${MAX_BATCH_BYTES / 1024 / 1024} MiB`);
});

test('documents the reasons of the contract for invalid events', () => {
  expect(NOT_COUNTED.map(({ reason }) => reason)).toEqual([...INVALID_REASONS]);
});

test('shows a response of the contract for every example, with the ids that it sends', () => {
  let count = 0;
  const uuid = (): string => `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`;
  const values = { host: 'https://x.example', key: 'vb_k', eui: '00'.repeat(8), now: new Date(), uuid };
  for (const { command, answer } of ingestExamples(values)) {
    const { results }: { results: Record<string, unknown>[] } = JSON.parse(answer);
    for (const result of results) {
      expect(Object.keys(EventResult.properties)).toEqual(expect.arrayContaining(Object.keys(result)));
      expect(command).toContain(String(result.id));
    }
  }
});

import { afterAll, beforeAll } from 'vitest';
import { describeEventsStore } from './testing/events-contract.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(() => store.close());

describeEventsStore(() => store);

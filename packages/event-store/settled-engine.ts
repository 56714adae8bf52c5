import type { EmbeddedEngine } from './embedded-engine.ts';
import type { EventJournal } from './event-journal.ts';
import { type EventsEngine, onePlace } from './events-engine.ts';

/**
 * The engine for all callers outside the journal: reads and changes wait until the engine has all rows acknowledged
 * before.
 */
export function settledEngine(engine: EmbeddedEngine, { settle }: Pick<EventJournal, 'settle'>): EmbeddedEngine {
  const shard: Pick<EventsEngine, 'read' | 'command'> = {
    read: async function* (statement) {
      await settle();
      yield* engine.read<never>(statement);
    },
    command: async (sql) => {
      await settle();
      await engine.command(sql);
    },
  };
  return {
    ...shard,
    ...onePlace(shard),
    database: engine.database,
    insertEvents: engine.insertEvents,
    insertRows: engine.insertRows,
    reload: engine.reload,
    readText: async function* (statement) {
      await settle();
      yield* engine.readText(statement);
    },
    readBytes: async function* (statement, format) {
      await settle();
      yield* engine.readBytes(statement, format);
    },
    close: engine.close,
  };
}

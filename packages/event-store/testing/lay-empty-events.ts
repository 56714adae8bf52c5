import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { askFolder } from '../../../server/testing/servers/ask-servers.ts';
import { openEmbeddedEngine } from '../embedded-engine.ts';
import { migrateEvents } from '../migrate-events.ts';

/**
 * Number of the first opening that copies empty tables. Before it, copying is not faster, because the store to copy
 * must be created first.
 */
const FIRST_COPY = 3;

let openings = 0;
let made: Promise<string> | undefined;

/**
 * Copies empty tables to a new folder before its embedded store is opened. Creating the tables takes half of the first
 * opening.
 */
export async function layEmptyEvents(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'events');
  if (existsSync(folder)) return;
  openings += 1;
  if (openings < FIRST_COPY) return;
  made ??= makeEmptyEvents();
  const from = await made;
  mkdirSync(dataDir, { recursive: true });
  // There are three hundred small files. The asynchronous copy passes each step to another thread and takes six times
  // the CPU time.
  cpSync(from, folder, { recursive: true, verbatimSymlinks: true });
}

async function makeEmptyEvents(): Promise<string> {
  const folder = join(await askFolder(), `events-${process.pid}`);
  const engine = openEmbeddedEngine(folder);
  await migrateEvents(engine, { cluster: null });
  await engine.close();
  return folder;
}

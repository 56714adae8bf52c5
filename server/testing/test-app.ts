import type { FastifyInstance } from 'fastify';
import type { StoredRole } from '#domain/role.ts';
import type { EventsDb } from '#event-store/events-db.ts';
import type { EventsStore } from '#event-store/events-store.ts';
import type { SealLedger } from '#event-store/seal-ledger.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Ingestor } from '../ingestor.ts';
import type { ResolveTxt } from '../lib/resolve-txt.ts';
import type { SchemaWatch } from '../start/watch-schema.ts';
import type { VisitorGate } from '../visitors/visitor-gate.ts';
import type { Between, TestStores } from './test-stores.ts';

/** 2026-11-21T12:00:00Z, the initial time of a test's clock. */
export const TEST_NOW = Date.UTC(2026, 10, 21, 12);

export type TestClock = { ms: number; aheadMs: number };

export type TestApp = {
  readonly app: FastifyInstance;
  readonly config: Config;
  /** Environment variables for a command that uses the same stores. */
  readonly env: Readonly<Record<string, string>>;
  readonly accounts: AccountsDb;
  readonly events: EventsStore;
  readonly ledger: SealLedger;
  readonly ingestor: Ingestor;
  readonly gate: VisitorGate;
  readonly dependencies: Dependencies;
  /** The schema watch, which each process runs every two seconds. */
  readonly schema: SchemaWatch;
  /** The clock of the whole app. Set `ms` to move it, and `aheadMs` to move its process ahead of its store. */
  readonly clock: TestClock;
  /** Returns headers of a real session of the account. */
  as(user: { id: string }): Promise<{ authorization: string }>;
  /** The same, for a session whose password was entered too long ago for a dangerous action. */
  asStale(user: { id: string }): Promise<{ authorization: string }>;
  /** Returns headers of a new account of the role, linked to the customer. */
  asRole(role: StoredRole, customerId?: string): Promise<{ authorization: string }>;
  /** Compares the clock of its process with its store's, as each process does every minute. */
  measureClock(): Promise<void>;
  /** Stops it and starts another one on the same stored data. */
  restart(): Promise<TestApp>;
  close(): Promise<void>;
};

export type TestAppOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** The stores to run on. Default: the embedded ones. */
  readonly stores?: TestStores;
  /** The events store rejects events while the disk has less. */
  readonly leastFreeBytes?: number;
  /** A proxy between the app and the servers of its stores. */
  readonly between?: Between;
  /**
   * The operator's first rules. By default late views are not checked, because outlets of tests were never in contact.
   */
  readonly rules?: 'first';
  /** Wraps the app's events store, for tests of failing ones. */
  readonly wrapEvents?: (events: EventsDb) => EventsDb;
  /** The DNS answers. Default: none. */
  readonly resolveTxt?: ResolveTxt;
  /** Corrects its time by the store's clock, as `main.ts` does. `measureClock` measures the offset. */
  readonly goesByStoreClock?: boolean;
};

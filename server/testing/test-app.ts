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
  /** The schema watch, which processes otherwise run every two seconds. */
  readonly schema: SchemaWatch;
  /**
   * The clock of the whole app. Set `ms` to move this clock, and `aheadMs` to move the process's clock ahead of the
   * store's clock.
   */
  readonly clock: TestClock;
  /** Returns headers of a real session for the account. */
  as(user: { id: string }): Promise<{ authorization: string }>;
  /** Like `as`, but for a session whose password was entered too long ago for sensitive actions. */
  asStale(user: { id: string }): Promise<{ authorization: string }>;
  /** Returns headers for a new account that has the role and is linked to the customer. */
  asRole(role: StoredRole, customerId?: string): Promise<{ authorization: string }>;
  /** Compares the process's clock with the store's, as each process does every minute. */
  measureClock(): Promise<void>;
  /** Stops the app and starts another one on the same stored data. */
  restart(): Promise<TestApp>;
  close(): Promise<void>;
};

export type TestAppOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** The stores to run on. Defaults to the embedded ones. */
  readonly stores?: TestStores;
  /** Free disk space in bytes below which the events store rejects events. */
  readonly leastFreeBytes?: number;
  /** A proxy between the app and its stores' servers. */
  readonly between?: Between;
  /**
   * Keeps the operator's first rules. By default, tests don't check late views, because outlets in tests were never in
   * contact.
   */
  readonly rules?: 'first';
  /** Wraps the app's events store, for tests that need a failing store. */
  readonly wrapEvents?: (events: EventsDb) => EventsDb;
  /** Resolves TXT records. Defaults to none. */
  readonly resolveTxt?: ResolveTxt;
  /** Whether the store's clock corrects the app's time, as in `main.ts`. `measureClock` measures the offset. */
  readonly goesByStoreClock?: boolean;
};

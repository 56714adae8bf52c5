import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { listenToProcesses, tellProcesses } from '../databases/accounts/change-channel.ts';
import { type Change, changeOf, createLiveChanges, EVERYTHING_CHANGED, type LiveChanges } from './live-changes.ts';

/**
 * Maximum number of touches per message. Even with the longest numbers, such a message is well below the server's
 * limit.
 */
const TOUCHES_AT_ONCE = 200;
/**
 * Maximum time to wait for a message, which normally takes a millisecond. A request that waits longer continues as if
 * everything had changed.
 */
const LONGEST_WAIT_MS = 500;
const TELL_AGAIN_MS = 1_000;

type Message = {
  readonly from: string;
  /** Epoch ms. */
  readonly oldest: number;
  /** Customer, advertiser and outlet keys. */
  readonly touches: readonly (readonly [number, number, number])[];
  readonly isLast: boolean;
  /** Set if the message replaces changes that could not be published when they happened. */
  readonly everything?: true;
};

type Shared = { readonly accounts: AccountsDb; readonly databaseUrl: string };

/**
 * Publishes changes between processes that share a PostgreSQL server. Each change has a number, which is increased
 * before the change's events are acknowledged. A process that serves a request for figures reads the number, and waits
 * until it has received that change.
 */
export function openSharedLiveChanges({ accounts, databaseUrl }: Shared): LiveChanges & { close(): Promise<void> } {
  const here = createLiveChanges();
  const own = randomUUID();
  const waiting = new Set<() => void>();
  let heard = 0;
  let isListening = false;
  let isTelling = false;
  const isClosed = new AbortController();

  function hear(count: number): void {
    heard = count;
    for (const look of waiting) look();
  }

  const listening = listenToProcesses({
    databaseUrl,
    onText: (count, text) => {
      const message = JSON.parse(text) as Message;
      if (message.from !== own) void here.announce(changeIn(message));
      if (message.isLast) hear(Math.max(heard, count));
    },
    onOpen: (count) => {
      isListening = true;
      void here.announce(EVERYTHING_CHANGED);
      hear(count);
    },
    onLost: () => {
      isListening = false;
      hear(heard);
    },
  });

  const wait = (count: number) =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (heard < count && isListening) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(look);
        resolve();
      }, LONGEST_WAIT_MS);
      waiting.add(look);
    });

  /**
   * Publishes missed changes as soon as the store responds, because other processes cache settled sums for a long time.
   */
  async function tellLater(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    const missed = everythingFrom(own);
    while (isTelling && !isClosed.signal.aborted) {
      await pause(TELL_AGAIN_MS, undefined, { signal: isClosed.signal, ref: false }).catch(() => undefined);
      isTelling = await tellProcesses(accounts, [JSON.stringify(missed)]).then(
        () => false,
        () => true,
      );
    }
  }

  return {
    subscribe: here.subscribe,
    async announce(change) {
      await here.announce(change);
      await tellProcesses(accounts, messagesOf(own, change)).catch(() => void tellLater());
    },
    async hearUntil(count) {
      if (count <= heard) return;
      if (isListening) await wait(count);
      if (count <= heard) return;
      void here.announce(EVERYTHING_CHANGED);
      hear(count);
    },
    close: async () => {
      isClosed.abort();
      await listening.close();
    },
  };
}

const everythingFrom = (from: string): Message => ({ from, oldest: 0, touches: [], isLast: true, everything: true });

function messagesOf(from: string, { touches, oldestMs, everything }: Change): string[] {
  if (everything) return [JSON.stringify(everythingFrom(from))];
  const texts: string[] = [];
  for (let start = 0; start < Math.max(1, touches.length); start += TOUCHES_AT_ONCE) {
    const some = touches.slice(start, start + TOUCHES_AT_ONCE);
    const message: Message = {
      from,
      oldest: oldestMs,
      touches: some.map(({ customerKey, advertiserKey, outletKey }) => [customerKey, advertiserKey, outletKey]),
      isLast: start + TOUCHES_AT_ONCE >= touches.length,
    };
    texts.push(JSON.stringify(message));
  }
  return texts;
}

const changeIn = ({ oldest, touches, everything }: Message): Change =>
  everything
    ? EVERYTHING_CHANGED
    : changeOf(
        touches.map(([customerKey, advertiserKey, outletKey]) => ({
          customerKey,
          advertiserKey,
          outletKey,
          timestampMs: oldest,
        })),
      );

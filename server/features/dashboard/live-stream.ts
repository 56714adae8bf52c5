import { PassThrough, type Readable } from 'node:stream';
import type { LiveMessage } from '#contract/live.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import type { Change, LiveChanges, Touch } from '../../live/live-changes.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';

/** Interval between messages. Changes within this time share a message (contract: at most one message a second). */
const MESSAGE_EVERY_MS = 1_000;
const PING_EVERY_MS = 15_000;
/**
 * Maximum number of bytes that a client may leave unread. A client further behind is disconnected, and its browser
 * reconnects and refetches.
 */
const MOST_UNREAD_BYTES = 256 * 1024;
/**
 * Reconnect delay for a displaced stream. Otherwise, two browsers with too many tabs would displace each other
 * endlessly.
 */
const DISPLACED_FOR_MS = MINUTE_MS;
/**
 * How long a client may take to read the end of an ended stream, before the stream is cut off. Otherwise, an idle
 * client would keep its connection open indefinitely.
 */
const LAST_WORDS_MS = 5_000;

export type LiveOptions = {
  readonly live: LiveChanges;
  readonly scope: Scope;
  readonly network: () => Promise<Network>;
  /** Calls `onEnd` when the session ends or loses this scope. Returns a function that stops watching. */
  readonly follow: (onEnd: () => void) => () => void;
  /**
   * Claims one of the user's stream slots. Calls `displace` if a newer stream takes over the slot. Returns a function
   * that releases the slot.
   */
  readonly enter: (displace: () => void) => () => void;
  /** Shorter intervals for tests. */
  readonly every?: { readonly messageMs: number; readonly pingMs: number; readonly lastWordsMs?: number };
};

/** Whether a scope may see the change. Hides events at an outlet that concern another owner or advertiser. */
export function isVisible(scope: Scope, { customerKey, advertiserKey }: Touch): boolean {
  if (scope.kind === 'all') return true;
  return (scope.kind === 'owner' ? customerKey : advertiserKey) === scope.customerKey;
}

/**
 * Opens a stream of server-sent events for one client. The first change is sent immediately, and later changes are
 * batched. The stream ends with the session. If the browser leaves, the stream is destroyed, which ends the
 * subscription.
 */
export function openLiveStream(options: LiveOptions): Readable {
  const {
    messageMs,
    pingMs,
    lastWordsMs = LAST_WORDS_MS,
  } = options.every ?? {
    messageMs: MESSAGE_EVERY_MS,
    pingMs: PING_EVERY_MS,
  };
  const stream = new PassThrough();
  let gathered = new Map<string, Touch>();
  let isAll = false;
  let lastSent = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function send(event: string, data: unknown): void {
    if (stream.destroyed || stream.writableEnded) return;
    if (stream.writableLength > MOST_UNREAD_BYTES) stream.destroy();
    else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  async function flush(): Promise<void> {
    timer = undefined;
    lastSent = performance.now();
    const touches = [...gathered.values()];
    const all = isAll ? ({ all: true } as const) : {};
    gathered = new Map();
    isAll = false;
    try {
      send('change', { ...messageOf(touches, await options.network()), ...all });
    } catch {
      // The accounts store does not respond. The browser reconnects until it does.
      stream.destroy();
    }
  }

  function gather({ touches, everything }: Change): void {
    isAll ||= everything === true;
    for (const touch of touches) {
      if (isVisible(options.scope, touch)) gathered.set(`${touch.customerKey}/${touch.outletKey}`, touch);
    }
    if ((gathered.size === 0 && !isAll) || timer !== undefined) return;
    timer = setTimeout(flush, Math.max(0, lastSent + messageMs - performance.now()));
  }

  const unsubscribe = options.live.subscribe(gather);
  const pinging = setInterval(() => send('ping', {}), pingMs);
  let cutOff: NodeJS.Timeout | undefined;

  function end(lastWords?: string): void {
    if (stream.destroyed || stream.writableEnded) return;
    stream.end(lastWords);
    cutOff = setTimeout(() => stream.destroy(), lastWordsMs);
  }

  const unfollow = options.follow(() => end());
  const free = options.enter(() => end(`retry: ${DISPLACED_FOR_MS}\n\n`));
  stream.once('close', () => {
    unsubscribe();
    unfollow();
    free();
    clearInterval(pinging);
    clearTimeout(timer);
    clearTimeout(cutOff);
  });
  // The first bytes confirm the connection to the browser.
  stream.write(': connected\n\n');
  return stream;
}

/** Maps keys from the events store to the ids and EUIs that browsers use. */
function messageOf(touches: readonly Touch[], network: Network): LiveMessage {
  const customers = touches.map(({ customerKey }) => network.customerByKey.get(customerKey)?.id);
  const euis = touches.map(({ outletKey }) => network.outletByKey.get(outletKey)?.eui);
  const known = (texts: readonly (string | undefined)[]) => [...new Set(texts.filter((text) => text !== undefined))];
  return { customers: known(customers), euis: known(euis) };
}

type Release = () => void;
type Waiter = { readonly start: () => void };
type Account = { running: number; readonly waiting: Set<Waiter> };

export type FairQueueLimits = {
  /** Maximum number of concurrent runs over all accounts. */
  readonly atOnce: number;
  readonly atOncePerAccount: number;
  readonly waiting: number;
  readonly waitingPerAccount: number;
};

export type FairQueue = {
  /**
   * Waits for a free slot and returns a function that releases it. Returns null if the queue is full. Rejects when
   * `signal` aborts.
   */
  enter(account: string, signal?: AbortSignal): Promise<Release | null>;
};

/**
 * Creates a semaphore that shares its slots fairly between accounts. Each account can run a few requests concurrently.
 * A free slot is given, round robin, to the waiting account with the fewest runs. Within an account, requests run in
 * arrival order. An account with many requests therefore delays only itself.
 */
export function createFairQueue({ atOnce, atOncePerAccount, waiting, waitingPerAccount }: FairQueueLimits): FairQueue {
  /** Accounts in round-robin order: an account moves to the end when it is served. */
  const accounts = new Map<string, Account>();
  let [running, waits] = [0, 0];

  const hasRoom = (account: Account) => running < atOnce && account.running < atOncePerAccount;

  function forgetIfIdle(name: string, account: Account): void {
    if (account.running === 0 && account.waiting.size === 0) accounts.delete(name);
  }

  function start(name: string, account: Account): Release {
    running += 1;
    account.running += 1;
    accounts.delete(name);
    accounts.set(name, account);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      account.running -= 1;
      forgetIfIdle(name, account);
      startNext();
    };
  }

  /**
   * Starts the next request: the request of the account with the fewest runs. If several accounts have the fewest,
   * starts the request of the account that was served longest ago.
   */
  function startNext(): void {
    let first: Account | undefined;
    for (const account of accounts.values()) {
      if (account.waiting.size === 0 || !hasRoom(account)) continue;
      if (first === undefined || account.running < first.running) first = account;
    }
    const [next] = first?.waiting ?? [];
    next?.start();
  }

  async function enter(name: string, signal?: AbortSignal): Promise<Release | null> {
    signal?.throwIfAborted();
    const account = accounts.get(name) ?? { running: 0, waiting: new Set() };
    if (hasRoom(account)) return start(name, account);
    if (waits >= waiting || account.waiting.size >= waitingPerAccount) return null;
    accounts.set(name, account);
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        waits -= 1;
        account.waiting.delete(waiter);
        signal?.removeEventListener('abort', giveUp);
      };
      const waiter: Waiter = {
        start: () => {
          leaveQueue();
          resolve(start(name, account));
        },
      };
      const giveUp = () => {
        leaveQueue();
        forgetIfIdle(name, account);
        reject(signal?.reason);
      };
      waits += 1;
      account.waiting.add(waiter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  return { enter };
}

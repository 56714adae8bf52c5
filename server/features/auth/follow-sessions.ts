import type { Dependencies } from '../../dependencies.ts';
import type { FollowSession } from '../../http/access-guard.ts';
import { type Caller, scopeOf } from '../../http/caller.ts';
import { findTokenHolders } from '../../sign-in/api-token-queries.ts';
import { findSessions } from './auth-queries.ts';
import { callerOfSession, callerOfToken } from './find-caller.ts';

/**
 * Interval between checks. An ended session is noticed within this time, in any process, and its streams are closed
 * within a second.
 */
const LOOK_EVERY_MS = 500;
const AT_ONCE = 500;

type Follower = { readonly caller: Caller; readonly onEnd: () => void };

/**
 * Watches the sessions that hold a connection open. Checks all these sessions together, and only while there are any.
 * Ends a session's connection if its next call would be refused or would have other rights, or if the store does not
 * respond.
 */
export function createFollowSessions(dependencies: Pick<Dependencies, 'config' | 'accounts' | 'now'>): FollowSession {
  const followers = new Set<Follower>();
  let timer: NodeJS.Timeout | undefined;

  function lookSoon(): void {
    if (timer !== undefined || followers.size === 0) return;
    timer = setTimeout(async () => {
      await look().catch(() => end([...followers]));
      timer = undefined;
      lookSoon();
    }, LOOK_EVERY_MS);
    timer.unref();
  }

  async function look(): Promise<void> {
    const { accounts, config, now } = dependencies;
    const asked = [...followers];
    const idsOf = (some: readonly Follower[]) => [...new Set(some.map(({ caller }) => caller.sessionId))];
    const ids = idsOf(asked.filter(({ caller }) => caller.token === null));
    const tokenIds = idsOf(asked.filter(({ caller }) => caller.token !== null));
    const present = new Map<string, Caller>();
    for (let from = 0; from < ids.length; from += AT_ONCE)
      for (const row of await findSessions(accounts, ids.slice(from, from + AT_ONCE))) {
        const caller = callerOfSession(row, config, now());
        if (caller !== null) present.set(row.id, caller);
      }
    for (let from = 0; from < tokenIds.length; from += AT_ONCE)
      for (const row of await findTokenHolders(accounts, 'id', tokenIds.slice(from, from + AT_ONCE))) {
        const caller = callerOfToken(row, config, now());
        if (caller !== null) present.set(row.id, caller);
      }
    end(asked.filter(({ caller }) => !seesTheSame(present.get(caller.sessionId), caller)));
  }

  function end(ended: readonly Follower[]): void {
    for (const follower of ended) if (followers.delete(follower)) follower.onEnd();
  }

  return (caller, onEnd) => {
    const follower = { caller, onEnd };
    followers.add(follower);
    lookSoon();
    return () => void followers.delete(follower);
  };
}

const seesTheSame = (now: Caller | undefined, before: Caller): boolean =>
  now !== undefined &&
  now.role === before.role &&
  now.standing === before.standing &&
  now.mustSetUpSecondFactor === before.mustSetUpSecondFactor &&
  JSON.stringify(scopeOf(now)) === JSON.stringify(scopeOf(before));

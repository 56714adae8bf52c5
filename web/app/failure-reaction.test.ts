import { expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { createFailureReaction } from './failure-reaction.ts';

/** Returns a stub router at an address. Calling `arrive` completes the router's pending navigation. */
function standingAt(href: string) {
  let settle = (): void => {};
  const state = { location: { href, pathname: href.split('?')[0] ?? href } };
  const navigate = vi.fn(() => new Promise<void>((resolve) => (settle = resolve)));
  const arrive = async (at: string): Promise<void> => {
    state.location = { href: at, pathname: at.split('?')[0] ?? at };
    settle();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { state, navigate, arrive };
}

test('500 opens /500 with the reference and the address to return to', () => {
  const router = standingAt('/app/contact?x=1');
  createFailureReaction(router)('failure-page', new ApiError(500, 'Something went wrong', 'req-1'));
  expect(router.navigate.mock.calls).toEqual([
    // Ignores the blocker: the draft is stored, so the user need not confirm.
    [{ to: '/500', search: { from: '/app/contact?x=1', ref: 'req-1' }, ignoreBlocker: true }],
  ]);
});

test('the first of several failures navigates, and later failures do not leave the page it opens', async () => {
  const router = standingAt('/app/main/dashboard');
  const react = createFailureReaction(router);
  for (let call = 0; call < 5; call += 1) react('failure-page', new ApiError(500, '', `req-${call}`));
  react('forbidden-page', new ApiError(403, ''));
  expect(router.navigate).toHaveBeenCalledTimes(1);
  await router.arrive('/500?from=%2Fapp%2Fmain%2Fdashboard');
  react('failure-page', new ApiError(500, ''));
  expect(router.navigate).toHaveBeenCalledTimes(1);
});

test('400 shows its message in a toast, once per text', () => {
  const say = vi.fn();
  const react = createFailureReaction(standingAt('/app/contact'), say);
  react('toast', new ApiError(400, 'Write a message first.'));
  expect(say.mock.calls).toEqual([
    [{ kind: 'error', message: 'Write a message first.', key: 'Write a message first.' }],
  ]);
});

test('does nothing about a failure that the screen shows itself', () => {
  const router = standingAt('/app/contact');
  const say = vi.fn();
  createFailureReaction(router, say)('none', new ApiError(0, ''));
  expect(router.navigate).not.toHaveBeenCalled();
  expect(say).not.toHaveBeenCalled();
});

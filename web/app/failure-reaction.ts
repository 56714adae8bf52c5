import { showToast } from '../ui/toast.ts';
import { messageOf, type Reaction, referenceOf } from './error-catalogue.ts';
import { PATHS } from './paths.ts';

/** The parts of the router that this module needs. */
type Addresses = {
  readonly state: { readonly location: { readonly href: string; readonly pathname: string } };
  navigate: (to: { to: string; search?: Record<string, string>; ignoreBlocker?: boolean }) => Promise<void>;
};

const needsSession = (pathname: string): boolean => /^\/(app|admin)(\/|$)/.test(pathname);

/**
 * Creates a function that carries out the reactions of the error catalog. Several requests often fail together, so only
 * the first failure navigates. The error page then links back to the user's previous page.
 */
export function createFailureReaction(
  router: Addresses,
  say: typeof showToast = showToast,
): (reaction: Reaction, error: unknown) => void {
  let isLeaving = false;
  const leave = (to: string, search: Record<string, string> = {}): void => {
    if (isLeaving || !needsSession(router.state.location.pathname)) return;
    isLeaving = true;
    // Skips the navigation blocker: the draft is stored, so the user need not confirm.
    void router.navigate({ to, search, ignoreBlocker: true }).finally(() => {
      isLeaving = false;
    });
  };
  return (reaction, error) => {
    const message = messageOf(error);
    if (reaction === 'toast') void say({ kind: 'error', message, key: message });
    if (reaction === 'forbidden-page') leave(PATHS.forbidden);
    if (reaction === 'failure-page') {
      const reference = referenceOf(error);
      const from = router.state.location.href;
      leave(PATHS.failure, reference === null ? { from } : { from, ref: reference });
    }
  };
}

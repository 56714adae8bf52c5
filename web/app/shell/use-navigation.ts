import { useHasApiDocs } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { type NavigationGroup, navigationFor } from './navigation.ts';

/**
 * Returns the user's screens, as the sidebar groups them. The API documentation is listed only if the server offers it.
 * Until the server has responded, the hook assumes that the server does, which is the usual case. The links below then
 * do not move.
 */
export function useNavigation(): NavigationGroup[] {
  const user = useCurrentUser();
  const hasApiDocs = useHasApiDocs();
  return navigationFor(user?.role, { hasApiDocs, isDemo: user?.demo ?? false });
}

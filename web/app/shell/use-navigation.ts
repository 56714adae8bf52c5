import { useHasApiDocs } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { type NavigationSection, navigationFor } from './navigation.ts';

/**
 * The screens of the reader, as the sidebar groups them; the description of the API only where it is served. Until that
 * is known it is listed, as it usually will be: nothing below it moves.
 */
export function useNavigation(): NavigationSection[] {
  const user = useCurrentUser();
  const hasApiDocs = useHasApiDocs();
  return navigationFor(user?.role, { hasApiDocs, isDemo: user?.demo ?? false });
}

import { useQuery } from '@tanstack/react-query';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { type NavigationSection, navigationFor } from './navigation.ts';

/**
 * The screens of the reader, as the sidebar groups them; the description of the API only where it is served. Until that
 * is known it is listed, as it usually will be: nothing below it moves.
 */
export function useNavigation(): NavigationSection[] {
  const user = useCurrentUser();
  const { data } = useQuery(publicConfigQuery);
  return navigationFor(user?.role, { hasApiDocs: data?.apiDocs ?? HAS_BACKEND, isDemo: user?.demo ?? false });
}

import { useQuery } from '@tanstack/react-query';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { type NavigationSection, navigationFor } from './navigation.ts';

/** The screens of the reader, as the sidebar groups them; the description of the API only where it is served. */
export function useNavigation(): NavigationSection[] {
  const user = useCurrentUser();
  const { data } = useQuery(publicConfigQuery);
  return navigationFor(user?.role, { hasApiDocs: data?.apiDocs ?? false, isDemo: user?.demo ?? false });
}

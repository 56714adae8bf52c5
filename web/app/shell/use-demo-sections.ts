import { useRouter } from '@tanstack/react-router';
import { type DemoSection, demoSectionsWhere } from '../../features/demo/demo-pages.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { DEMO_ROUTES } from '../routes/demo-routes.ts';
import { findDemoPage } from '../routes/find-demo-page.ts';

/** The demo pages that exist and that the reader's role may open. Takes the table of all with it: load lazily. */
export function useDemoSections(): readonly DemoSection[] {
  const router = useRouter();
  const isAdmin = useCurrentUser()?.role === 'admin';
  return demoSectionsWhere((to) => {
    if (to.startsWith('/admin') && !isAdmin) return false;
    const below = to.replace(/^\/app\//, '');
    if (below !== to && findDemoPage(DEMO_ROUTES, below) !== undefined) return true;
    return to in router.routesByPath;
  });
}

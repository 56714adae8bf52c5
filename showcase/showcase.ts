import type { Showcase } from '../web/lib/showcase-door.ts';
import { screensOf, sectionsWhere } from './pages/page-list.ts';
import { SHOWCASE_ROUTES } from './routes/all-routes.ts';
import { additionAt, hasPage, pageAt } from './routes/find-page.ts';
import { PageTree } from './tree/page-tree.tsx';

/** Entry point of the showcase: everything that the product uses from it, loaded with the first showcase page. */
export const showcase: Showcase = {
  pageAt: (path) => pageAt(SHOWCASE_ROUTES, path),
  additionAt: (path) => additionAt(SHOWCASE_ROUTES, path),
  screens: (hasScreen) => screensOf(sectionsWhere((to) => hasPage(SHOWCASE_ROUTES, to) || hasScreen(to))),
  Tree: PageTree,
};

import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPage } from '../../web/lib/lazy-page.ts';
import type { ShowcaseParams } from '../../web/lib/showcase-door.ts';

/** One page of the showroom below /app, an address of a family that leads to another, or what a family adds to a screen of the product. */
export type ShowcaseRoute =
  | { readonly path: string; readonly title: string; readonly component: AsyncRouteComponent<ShowcaseParams> }
  | { readonly path: string; readonly leadsTo: string }
  | { readonly path: string; readonly addition: ComponentType };

type PageComponent = (props: ShowcaseParams) => unknown;

/**
 * A page at `path` below /app (`ui/alerts`, or `icon/$name`): `load` fetches its module when it is first needed,
 * `name` is its component there, `title` stands in the browser's tab.
 */
export function showcasePage<Name extends string>(
  path: string,
  title: string,
  load: () => Promise<Record<Name, PageComponent>>,
  name: Name,
): ShowcaseRoute {
  const component = lazyPage(load as () => Promise<Record<Name, ComponentType<ShowcaseParams>>>, name);
  return { path, title, component: component as AsyncRouteComponent<ShowcaseParams> };
}

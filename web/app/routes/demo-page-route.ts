import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { DemoParams } from '../../features/demo/demo-params.ts';
import { lazyPage } from '../lazy-page.ts';

/** One demo page below /app, an address of a family that leads to another, or what a family adds to a screen of the product. */
export type DemoPageRoute =
  | { readonly path: string; readonly title: string; readonly component: AsyncRouteComponent<DemoParams> }
  | { readonly path: string; readonly leadsTo: string }
  | { readonly path: string; readonly addition: ComponentType };

type PageComponent = (props: DemoParams) => unknown;

/**
 * A page at `path` below /app (`ui/alerts`, or `icon/$name`): `load` fetches its module when it is first needed,
 * `name` is its component there, `title` stands in the browser's tab.
 */
export function demoPage<Name extends string>(
  path: string,
  title: string,
  load: () => Promise<Record<Name, PageComponent>>,
  name: Name,
): DemoPageRoute {
  const component = lazyPage(load as () => Promise<Record<Name, ComponentType<DemoParams>>>, name);
  return { path, title, component: component as AsyncRouteComponent<DemoParams> };
}

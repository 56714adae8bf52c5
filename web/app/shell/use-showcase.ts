import { useRouter } from '@tanstack/react-router';
import { useCurrentUser } from '../../lib/session.ts';
import type { Showcase } from '../../lib/showcase-door.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';

const nothing = (): Promise<Showcase> => Promise.reject(new Error('This product was built without the showroom.'));

/** Loads the showcase once it is wanted. */
export function useShowcase(isWanted: boolean) {
  const load = useRouter().options.context.loadShowcase;
  const { code, hasFailed, retry } = useLazyModule(load ?? nothing, isWanted && load !== null);
  return { isAbsent: load === null, showcase: code, hasFailed, retry };
}

/** Returns a function that returns whether the product has a screen at a path that the user's role may open. */
export function useHasScreen(): (to: string) => boolean {
  const router = useRouter();
  const isAdmin = useCurrentUser()?.role === 'admin';
  return (to) => (isAdmin || !to.startsWith('/admin')) && to in router.routesByPath;
}

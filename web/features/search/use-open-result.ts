import { useNavigate } from '@tanstack/react-router';
import type { SearchTarget } from './search-results.ts';

/** Returns a function that opens a result: inside the product, or in a new tab. */
export function useOpenResult(): (target: SearchTarget) => void {
  const navigate = useNavigate();
  return (target) => {
    if ('href' in target) window.open(target.href, '_blank', 'noopener');
    else void navigate({ to: target.to, search: target.search as never });
  };
}

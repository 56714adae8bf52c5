import { useLoaderData } from '@tanstack/react-router';
import { Documentation } from '../../features/documentation/documentation.tsx';
import { Look } from '../theme/look.tsx';

/** The documentation has the look of the signed-in part. */
export function DocumentationRoutePage() {
  const { path } = useLoaderData({ from: '/documentation/$' });
  return (
    <Look>
      <Documentation path={path} />
    </Look>
  );
}

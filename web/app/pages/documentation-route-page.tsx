import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLoaderData } from '@tanstack/react-router';
import { useState } from 'react';
import { Documentation } from '../../features/documentation/documentation.tsx';
import { Look } from '../theme/look.tsx';

/**
 * The documentation page. Looks like the signed-in part, but needs no session because it reads only public settings.
 */
export function DocumentationRoutePage() {
  const { path } = useLoaderData({ from: '/documentation/$' });
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={client}>
      <Look>
        <Documentation path={path} />
      </Look>
    </QueryClientProvider>
  );
}

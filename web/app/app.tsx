import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { createAppRouter } from './router.tsx';
import { colourSchemeManager } from './theme/colour-scheme.ts';
import { mantineTheme } from './theme/mantine-theme.ts';

/** The whole web client. Mantine's variables and classes stand in our own style sheets, so it writes no style elements. */
export function App({ queryClient, router }: { queryClient: QueryClient; router: ReturnType<typeof createAppRouter> }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      defaultColorScheme="auto"
      colorSchemeManager={colourSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { colourSchemeManager } from './colour-scheme.ts';
import { mantineTheme } from './mantine-theme.ts';

type LookContext = NonNullable<ComponentProps<typeof MantineContext>['value']>;

const getRootElement = (): HTMLElement => document.documentElement;

const FIXED = {
  getRootElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
  deduplicateInlineStyles: true,
} satisfies Partial<LookContext>;

/**
 * Replaces MantineProvider without its generated CSS variables. They are in tokens.css, so the theme color changes
 * without a render, and no style element is needed. Only the signed-in part uses it (see `TextField`).
 */
export function Look({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    manager: colourSchemeManager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  });
  return (
    <MantineContext value={{ ...FIXED, ...scheme }}>
      <MantineThemeProvider theme={mantineTheme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

const LEFT_ALONE: LookContext = { ...FIXED, colorScheme: 'auto', setColorScheme: () => {}, clearColorScheme: () => {} };

/** The same for parts beside the signed-in one; leaves the color scheme alone. */
export function LookOfScheme({ children }: { children: ReactNode }) {
  return (
    <MantineContext value={LEFT_ALONE}>
      <MantineThemeProvider theme={mantineTheme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

import {
  createTheme,
  type MantineColorsTuple,
  MantineContext,
  MantineThemeProvider,
  rem,
  useProviderColorScheme,
} from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { colourSchemeManager } from './colour-scheme.ts';

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
 * Replaces MantineProvider, but does not generate CSS variables. tokens.css defines the variables, so the theme color
 * changes without a render, and no style element is needed. Only the signed-in part uses this provider (see
 * `TextField`).
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

/** Provides the same theme outside the signed-in part. Does not change the color scheme. */
export function LookOfScheme({ children }: { children: ReactNode }) {
  return (
    <MantineContext value={LEFT_ALONE}>
      <MantineThemeProvider theme={mantineTheme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

/** Returns the same color ten times, because components use the variables in tokens.css, which are named by purpose. */
const variable = (name: string): MantineColorsTuple => {
  const all = `var(${name})`;
  return [all, all, all, all, all, all, all, all, all, all];
};
const tone = (name: string): MantineColorsTuple => variable(`--mantine-color-${name}-filled`);

/**
 * Mantine's theme. tokens.css defines its CSS variables instead of the provider, so the theme color changes without a
 * render, and no style element is needed.
 */
const mantineTheme = createTheme({
  primaryColor: 'brand',
  colors: {
    brand: variable('--vb-brand-6'),
    // The showcase's tones. The showcase's "primary" is the theme color.
    success: tone('success'),
    info: tone('info'),
    warning: tone('warning'),
    danger: tone('danger'),
    secondary: tone('secondary'),
    ink: tone('ink'),
  },
  defaultRadius: 'md',
  fontFamily: 'var(--mantine-font-family)',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 250,
        multiline: true,
        maw: rem(320),
        events: { hover: true, focus: true, touch: true },
      },
    },
    Text: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } },
    Modal: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } },
  },
});

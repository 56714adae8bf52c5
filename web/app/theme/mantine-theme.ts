import { createTheme, type MantineColorsTuple, rem } from '@mantine/core';

/** Ten times the same colour: everything is drawn with the variables of tokens.css, which name what it is for. */
const variable = (name: string): MantineColorsTuple => {
  const all = `var(${name})`;
  return [all, all, all, all, all, all, all, all, all, all];
};
const tone = (name: string): MantineColorsTuple => variable(`--mantine-color-${name}-filled`);

/**
 * Mantine's side of the tokens. Its CSS variables are not written by the provider but stand in tokens.css, so that the
 * theme colour changes without a render and no style element is needed.
 */
export const mantineTheme = createTheme({
  primaryColor: 'brand',
  colors: {
    brand: variable('--vb-brand-6'),
    // Of the showroom; "primary" is the theme colour.
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

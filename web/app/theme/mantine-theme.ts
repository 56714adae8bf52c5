import { createTheme, type MantineColorsTuple, rem } from '@mantine/core';

const shade = (index: number): string => `var(--vb-brand-${index})`;
const brand: MantineColorsTuple = [
  shade(0),
  shade(1),
  shade(2),
  shade(3),
  shade(4),
  shade(5),
  shade(6),
  shade(7),
  shade(8),
  shade(9),
];

/**
 * Mantine's side of the tokens. Its CSS variables are not written by the provider but stand in tokens.css, so that the
 * theme colour changes without a render and no style element is needed.
 */
export const mantineTheme = createTheme({
  primaryColor: 'brand',
  colors: { brand },
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

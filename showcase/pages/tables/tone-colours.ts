/** The theme's color name for each tone of a sample state. */
export const TONE_COLOURS = {
  primary: 'brand',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
  info: 'info',
} as const;

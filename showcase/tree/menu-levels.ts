import { IconStack3 } from '@tabler/icons-react';

export type Level = { readonly label: string; readonly levels?: readonly Level[] };

/** The entry that shows the nesting of the sidebar's tree (docs/sample-pages.md#sidebar). */
export const LEVELS: { readonly icon: typeof IconStack3; readonly levels: readonly Level[] } = {
  icon: IconStack3,
  levels: [
    { label: 'Level 1.1' },
    {
      label: 'Level 1.2',
      levels: [
        { label: 'Level 2.1' },
        { label: 'Level 2.2', levels: [{ label: 'Level 3.1' }, { label: 'Level 3.2' }] },
        { label: 'Level 2.3' },
      ],
    },
  ],
};

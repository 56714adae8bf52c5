import { Button } from '@mantine/core';
import { useRef } from 'react';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { FOLDER_NAMES } from './folder-names.ts';
import type { InboxAddress } from './use-inbox-address.ts';
import { useLostFocus } from './use-lost-focus.ts';

/** Shown if the address names a message that was permanently deleted, or written before the page was reloaded. */
export function MissingMessage({ address: { place, linkTo } }: { address: InboxAddress }) {
  const back = useRef<HTMLAnchorElement>(null);
  useLostFocus(() => back.current);
  return (
    <Widget label="Message">
      <EmptyState
        title="This message is not here any more"
        action={
          <Button ref={back} component="a" variant="default" {...linkTo({ message: null, compose: null })}>
            Back to {FOLDER_NAMES[place.folder]}
          </Button>
        }
      >
        A sample page keeps nothing: loading it anew brings the 96 sample messages back and drops what was written.
      </EmptyState>
    </Widget>
  );
}

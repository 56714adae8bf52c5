import { IconShieldCheck } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { cleanBody } from './clean-body.ts';
import classes from './message-view.module.css';

/** A message's sanitized HTML, with a note about pictures that were not loaded. */
export function MessageBody({ content }: { content: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { fragment, withheldPictures } = useMemo(() => cleanBody(content), [content]);
  // Inserts nodes, never text that the browser would parse as markup again.
  useLayoutEffect(() => place.current?.replaceChildren(fragment.cloneNode(true)), [fragment]);
  return (
    <>
      {withheldPictures === 0 ? null : (
        <p className={classes.withheld}>
          <IconShieldCheck size={18} stroke={1.75} aria-hidden="true" />
          {withheldPictures === 1 ? 'A picture was' : `${withheldPictures} pictures were`} not loaded from elsewhere, so
          that nobody learns that you read this.
        </p>
      )}
      <div ref={place} className={classes.body} />
    </>
  );
}

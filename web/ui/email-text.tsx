import { Fragment } from 'react';

/** An email address that can wrap after the @ and before a dot, but not within a name. */
export function EmailText({ address }: { address: string }) {
  return address.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}

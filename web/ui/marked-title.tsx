/**
 * A heading of a light and a semi-bold part, written as docs/sample-pages.md#furniture writes them:
 * `Buttons - **Styles**`.
 */
export function MarkedTitle({ text }: { text: string }) {
  return text.split('**').map((part, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
    position % 2 === 1 ? <strong key={position}>{part}</strong> : part,
  );
}

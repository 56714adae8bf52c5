/**
 * A heading with light and semi-bold parts, in the notation of docs/sample-pages.md#furniture: `Buttons - **Styles**`.
 */
export function MarkedTitle({ text }: { text: string }) {
  return text.split('**').map((part, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
    position % 2 === 1 ? <strong key={position}>{part}</strong> : part,
  );
}

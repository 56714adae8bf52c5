/** Name of a line in a document that is not final. Its lines have no fixed index while it grows. */
export const lineName = ({
  kind,
  month,
  eui,
  item,
}: {
  readonly kind: string;
  readonly month: string;
  /** The outlet's EUI. A flight has its code in `item`. */
  readonly eui: string;
  readonly item: string;
}): string => `${kind}-${month}-${eui === '' ? item : eui.toUpperCase()}`;

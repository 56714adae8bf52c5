/** Returns a name for a line in a document that is not final. Lines have no fixed index while the document grows. */
export const lineName = ({
  kind,
  month,
  eui,
  item,
}: {
  readonly kind: string;
  readonly month: string;
  /** The outlet's EUI; '' for a flight, whose code is in `item`. */
  readonly eui: string;
  readonly item: string;
}): string => `${kind}-${month}-${eui === '' ? item : eui.toUpperCase()}`;

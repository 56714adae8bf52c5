/** What a line of a document that is not final is asked for by: it goes on growing, and its lines have no places yet. */
export const lineName = ({
  kind,
  month,
  eui,
  item,
}: {
  readonly kind: string;
  readonly month: string;
  /** Of an outlet; a flight has its code in `item`. */
  readonly eui: string;
  readonly item: string;
}): string => `${kind}-${month}-${eui === '' ? item : eui.toUpperCase()}`;

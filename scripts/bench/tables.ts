/** Prints a row of a table in Markdown. */
export const line = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
export const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** Prints a row of a Markdown table. */
export const line = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
export const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

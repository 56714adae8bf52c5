const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short' });
const two = (number: number): string => String(number).padStart(2, '0');

/** Formats "MMM DD, hh:mm:ss" on a twelve-hour clock, as the news panel shows it. */
export function momentText(date: Date): string {
  const hour = date.getHours() % 12 || 12;
  return `${MONTH.format(date)} ${two(date.getDate())}, ${two(hour)}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

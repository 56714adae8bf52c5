import { ShowcasePage } from '../showcase-page.tsx';
import { SampleCalendar } from './sample-calendar.tsx';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long' });

/** A calendar that accepts events by dragging and by a form. */
export function CalendarPage() {
  const today = new Date();
  return (
    <ShowcasePage title={`${MONTH.format(today)} - **${WEEKDAY.format(today)}**`}>
      <SampleCalendar today={today} />
    </ShowcasePage>
  );
}

import { Widget } from '../../../web/ui/widget.tsx';
import classes from './analytics.module.css';
import { SUPPORT_REQUESTS, type SupportStatus } from './analytics-sample-data.ts';

const FIELDS = ['name', 'email', 'product', 'price', 'date', 'city', 'status'] as const;
/** The color of each status (docs/specification.md#constants). */
const TONES: Readonly<Record<SupportStatus, 'primary' | 'success' | 'danger'>> = {
  Sent: 'primary',
  Pending: 'success',
  Declined: 'danger',
};

/** Support requests, newest last; the headings are the field names in capitals. */
export function SupportPanel() {
  return (
    <Widget title="Support **Requests**" settings close flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Table of support requests">
        <table className={classes.table}>
          <thead>
            <tr>
              {FIELDS.map((field) => (
                <th key={field} scope="col" data-field={field}>
                  {field.toUpperCase()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SUPPORT_REQUESTS.map((request) => (
              <tr key={request.id}>
                {FIELDS.map((field) =>
                  field === 'status' ? (
                    <td key={field}>
                      <span className={classes.status} data-tone={TONES[request.status]}>
                        {request.status}
                      </span>
                    </td>
                  ) : (
                    <td key={field} data-field={field}>
                      {request[field]}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Widget>
  );
}

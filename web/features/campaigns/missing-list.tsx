import type { MouseEvent } from 'react';
import { counted } from '#domain/counted.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { Panel } from '../../ui/panel.tsx';
import { fieldWord } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { missingListStrings as strings } from './flights-strings.ts';

/** The form's sections, with their fields in the order in which they appear. */
export const FORM_SECTIONS = [
  {
    anchor: 'flight-section-campaign',
    label: strings.campaign,
    fields: ['advertiser_id', 'name', 'sponsor', 'category', 'time_zone'],
  },
  { anchor: 'flight-section-schedule', label: strings.schedule, fields: ['label', 'starts', 'ends', 'targets'] },
  {
    anchor: 'flight-section-budget',
    label: strings.budget,
    fields: ['model', 'budget', 'daily_cap', 'visitor_cap', 'pacing', 'accepts_unsigned'],
  },
  { anchor: 'flight-section-creatives', label: strings.creatives, fields: ['creatives'] },
  { anchor: 'flight-section-submit', label: strings.submit, fields: [] },
] as const;

const FIELD_ORDER: readonly string[] = FORM_SECTIONS.flatMap(({ fields }) => fields);

/** Returns the errors in the order of the form's fields. Unknown fields come last. */
export const inFormOrder = (errors: Readonly<Record<string, string>>): (readonly [string, string])[] => {
  const place = (field: string): number => (FIELD_ORDER.includes(field) ? FIELD_ORDER.indexOf(field) : Infinity);
  return Object.entries(errors).sort(([one], [other]) => place(one) - place(other) || 0);
};

const CONTROLS = 'input:not([hidden]), select, textarea, button';
const idOf = (field: string): string => `flight-${field}`;

/** Scrolls to a field of the form and focuses it. In a group of fields, this is its first control. */
export function goToField(field: string): void {
  const found = document.getElementById(idOf(field));
  const control = found?.matches(CONTROLS) ? found : (found?.querySelector<HTMLElement>(CONTROLS) ?? found);
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}

function goToSection(anchor: string): void {
  const section = document.getElementById(anchor);
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}

/** A link within the form. The URL stays the same, because the form's URL names its draft. */
const within = (go: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  go();
};

type ErrorSummaryProps = { errors: Readonly<Record<string, string>> };

/** Lists the form's errors at its top after a failed submission, each with a link to its field. */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const entries = inFormOrder(errors);
  return (
    <div role="alert">
      {entries.length === 0 ? null : (
        <div className={classes.summary}>
          <p>
            <strong>{interpolate(strings.notSubmitted, { fields: counted(entries.length, strings.fields) })}</strong>
          </p>
          <ul>
            {entries.map(([field, text]) => (
              <li key={field}>
                <a className={classes.link} href={`#${idOf(field)}`} onClick={within(() => goToField(field))}>
                  {fieldWord(field)}
                </a>{' '}
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

type FormSectionsProps = { missing: Readonly<Record<string, string>> };

/** Links to the form's sections on narrow screens, with the number of missing fields in each. */
export function FormSections({ missing }: FormSectionsProps) {
  return (
    <nav className={classes.sections} aria-label={strings.sections}>
      <ol>
        {FORM_SECTIONS.map(({ anchor, label, fields }) => {
          const count = fields.filter((field) => field in missing).length;
          return (
            <li key={anchor}>
              <a href={`#${anchor}`} onClick={within(() => goToSection(anchor))}>
                {label}{' '}
                {count === 0 ? null : (
                  <span className={classes.badge}>
                    {count}
                    <span className={classes.unseen}>{strings.missing}</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type MissingListProps = { missing: Readonly<Record<string, string>>; isForm?: boolean };

/** Lists all fields that are missing before submission. In the form, each entry leads to its field. */
export function MissingList({ missing, isForm = false }: MissingListProps) {
  const entries = inFormOrder(missing);
  return (
    <Panel
      title={entries.length === 0 ? strings.completeTitle : strings.missingTitle}
      context={entries.length === 0 ? strings.completeContext : strings.missingContext}
      {...(isForm ? { anchor: FORM_SECTIONS[4].anchor } : {})}
    >
      {entries.length === 0 ? null : (
        <ul className={classes.missing}>
          {entries.map(([field, text]) => (
            <li key={field}>
              {isForm ? (
                <a className={classes.link} href={`#${idOf(field)}`} onClick={within(() => goToField(field))}>
                  {fieldWord(field)}
                </a>
              ) : (
                <strong>{fieldWord(field)}</strong>
              )}{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

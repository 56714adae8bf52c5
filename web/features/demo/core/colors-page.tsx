import { Column, Columns } from '../../../ui/columns.tsx';
import { Widget } from '../../../ui/widget.tsx';
import { DemoPage } from '../demo-page.tsx';
import { SampleHeadings } from '../sample-headings.tsx';
import { ToneButtons } from '../tone-buttons.tsx';
import { TONES } from '../tones.ts';
import classes from './core-table.module.css';

const STATES = [
  { tone: TONES.success, postfix: '*-success', usage: ['text-success', 'bg-success'] },
  { tone: TONES.warning, postfix: '*-warning', usage: ['badge-warning', 'bg-warning'] },
  { tone: TONES.danger, postfix: '*-danger', usage: ['btn-danger', 'bg-danger'] },
  { tone: TONES.info, postfix: '*-info', usage: ['alert-info', 'badge-info'] },
  { tone: TONES.primary, postfix: '*-primary', usage: ['bg-primary'] },
  { tone: TONES.secondary, postfix: '*-secondary', usage: ['bg-secondary'] },
];
const HEADING_COLOURS = [TONES.danger, TONES.warning, TONES.success, TONES.primary, TONES.info, TONES.secondary].map(
  ({ text }) => text,
);

/** The colours that mean something, in tables, texts and buttons. */
export function ColorsPage() {
  return (
    <DemoPage title="Colors">
      <Columns>
        <Column>
          <Widget title="States **Colors**" close collapse flush>
            <StatesTable />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Text **Colors**" close collapse>
            <SampleHeadings content={(level) => `h${level}. Heading`} colours={HEADING_COLOURS} />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Example **Buttons**" close collapse>
            <ToneButtons />
          </Widget>
        </Column>
      </Columns>
    </DemoPage>
  );
}

function StatesTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="States, scrollable">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">STATE</th>
            <th scope="col">PREVIEW</th>
            <th scope="col">CLASS POSTFIX</th>
            <th scope="col">USAGE EXAMPLE</th>
          </tr>
        </thead>
        <tbody>
          {STATES.map(({ tone, postfix, usage }) => (
            <tr key={postfix}>
              <th scope="row">{tone.label}</th>
              <td>
                <span
                  className={classes.dot}
                  style={{ background: `var(--mantine-color-${tone.color}-filled)` }}
                  role="img"
                  aria-label={`The colour of ${tone.label}`}
                />
              </td>
              <td>
                <code>{postfix}</code>
              </td>
              <td>
                {usage.map((name) => (
                  <code key={name} className={classes.chip}>
                    {name}
                  </code>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

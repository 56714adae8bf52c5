import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { SampleHeadings } from '../sample-headings.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { ToneButtons } from '../tone-buttons.tsx';
import { HEADING_COLOURS, TONES } from '../tones.ts';
import { DataColours, Greys, StatusColours, ThemeShades } from './colour-palettes.tsx';
import classes from './core-table.module.css';

/** How to use each tone. `color` is its theme name, which components and tokens accept. */
const STATES = [
  { tone: TONES.success, usage: ['<Button color="success">', '--mantine-color-success-text'] },
  { tone: TONES.warning, usage: ['<Badge color="warning">', '--mantine-color-warning-light'] },
  { tone: TONES.danger, usage: ['<Button color="danger">', '--mantine-color-danger-filled'] },
  { tone: TONES.info, usage: ['<Alert color="info">', '--mantine-color-info-text'] },
  { tone: TONES.primary, usage: ['<Button>', '--vb-brand-filled'] },
  { tone: TONES.secondary, usage: ['<Badge color="secondary">'] },
];

/** The semantic colors, in tables, text and buttons. */
export function ColorsPage() {
  return (
    <ShowcasePage
      title="Colors"
      lead="Every colour is a token with a meaning; each follows the scheme, and the theme colour where it is the reader's."
    >
      <Columns>
        <Column>
          <Widget title="States **Colors**" close collapse flush>
            <StatesTable />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Theme **Shades**" close collapse>
            <ThemeShades />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Data **Series**" close collapse>
            <DataColours />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Status **Colors**" close collapse>
            <StatusColours />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Greys and **Surfaces**" close collapse>
            <Greys />
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
    </ShowcasePage>
  );
}

function StatesTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="States, scrollable">
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">STATE</th>
            <th scope="col">PREVIEW</th>
            <th scope="col">CLASS POSTFIX</th>
            <th scope="col">USAGE EXAMPLE</th>
          </tr>
        </thead>
        <tbody>
          {STATES.map(({ tone, usage }) => (
            <tr key={tone.color}>
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
                <code>*-{tone.color}</code>
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

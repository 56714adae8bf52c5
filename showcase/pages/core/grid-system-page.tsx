import { CodeBlock } from '../../../web/ui/code-block.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { GridOptionsTable } from './grid-options-table.tsx';
import classes from './grid-system-page.module.css';

const HOW_CODE = `<Columns>
  <Column sm={4}>One of three</Column>
  <Column sm={4}>Two of three</Column>
  <Column sm={4}>Three of three</Column>
</Columns>`;

const EQUAL_CODE = `<Columns>
  <Column xs={6}>1 of 2</Column>
  <Column xs={6}>2 of 2</Column>
</Columns>`;

const VERTICAL_CODE = `<div className={classes.tall}>
  <div style={{ alignSelf: 'start' }}>start</div>
  <div style={{ alignSelf: 'center' }}>center</div>
  <div style={{ alignSelf: 'end' }}>end</div>
</div>`;

const HORIZONTAL_CODE = `<div
  className={classes.row}
  style={{ justifyContent: 'space-between' }}
>
  <div>between</div>
  <div>between</div>
</div>`;

/** Explains the twelve-column layout. */
export function GridSystemPage() {
  return (
    <ShowcasePage title="Grid **System**">
      <Columns>
        <Column lg={6}>
          <Widget title="**How** it works" close collapse>
            <p className={classes.text}>Three columns of four each; below 576 px each takes the whole row.</p>
            <Columns>
              {['One', 'Two', 'Three'].map((name) => (
                <Column key={name} sm={4} className={classes.cell ?? ''}>
                  {name} of three
                </Column>
              ))}
            </Columns>
            <Code label="Three columns" code={HOW_CODE} />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="**Equal** width" close collapse>
            <p className={classes.text}>Two columns share the row at every width.</p>
            <Columns>
              <Column xs={6} className={classes.cell ?? ''}>
                1 of 2
              </Column>
              <Column xs={6} className={classes.cell ?? ''}>
                2 of 2
              </Column>
            </Columns>
            <Code label="Two columns" code={EQUAL_CODE} />
          </Widget>
        </Column>
        <Column>
          <Widget title="**Grid** options" close collapse flush>
            <p className={classes.above}>
              The options of Bootstrap 4, from which this grid has its twelve columns and its five widths. Here a row is
              as wide as its place, and its gutter is 24 px, 12 px below 768 px.
            </p>
            <GridOptionsTable />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Vertical **Alignment**" close collapse>
            <p className={classes.text}>In a row 150 px high the cells stand at its start, centre or end.</p>
            <div className={classes.tall}>
              {(['start', 'center', 'end'] as const).map((side) => (
                <div key={side} className={classes.cell} style={{ alignSelf: side }}>
                  {side}
                </div>
              ))}
            </div>
            <Code label="Code of the vertical alignment" code={VERTICAL_CODE} />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Horizontal **Alignment**" close collapse>
            <p className={classes.text}>What is left of a row stands before, around or between its cells.</p>
            <div className={classes.rows}>
              {(['end', 'space-around', 'space-between'] as const).map((way) => (
                <div key={way} className={classes.row} style={{ justifyContent: way }}>
                  <div className={classes.cell}>{way.replace('space-', '')}</div>
                  <div className={classes.cell}>{way.replace('space-', '')}</div>
                </div>
              ))}
            </div>
            <Code label="Code of the horizontal alignment" code={HORIZONTAL_CODE} />
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}

function Code({ label, code }: { label: string; code: string }) {
  return (
    <div className={classes.code}>
      <CodeBlock language="tsx" label={label} code={code} />
    </div>
  );
}

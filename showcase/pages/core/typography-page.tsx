import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { SampleHeadings } from '../sample-headings.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { HEADING_COLOURS, TONES } from '../tones.ts';
import classes from './typography-page.module.css';

const LINES = [
  { tone: TONES.success, text: 'A line that says something went well.' },
  { tone: TONES.danger, text: 'A line that says something failed.' },
  { tone: TONES.warning, text: 'A line that asks for care.' },
  { tone: TONES.info, text: 'A line that adds what is good to know.' },
  { tone: TONES.primary, text: 'A line in the colour of the theme.' },
];
const WEIGHTS = ['thin', 'normal', 'semi-bold', 'bold'] as const;

/** Headings and text in all their forms. */
export function TypographyPage() {
  return (
    <ShowcasePage title="Typography - **Texts & Display**">
      <Columns>
        <Column lg={6}>
          <Widget title="Headings" close collapse>
            <p className={classes.label}>Default and customised headings</p>
            <Columns>
              <Column sm={6}>
                <div>
                  <SampleHeadings content={(level) => `h${level}. Heading`} />
                </div>
              </Column>
              <Column sm={6}>
                <div>
                  <SampleHeadings content={(level) => `h${level}. Heading`} colours={HEADING_COLOURS} />
                </div>
              </Column>
            </Columns>
            <h3 className={classes.withSmall}>
              A heading <small>with a small text beside it</small>
            </h3>
            {[1, 2, 3, 4].map((level) => (
              <p key={level} className={`${classes.display} ${classes[`display${level}`]}`}>
                Display {level}
              </p>
            ))}
            <p className={classes.lead}>A lead paragraph: larger than what follows, and read first.</p>
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Body **texts**" close collapse>
            <BodyTexts />
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}

function BodyTexts() {
  return (
    <div className={classes.texts}>
      <p>
        One word of this line is <mark className={classes.mark}>marked</mark>.
      </p>
      <p>
        <del>This line is no longer meant.</del>
      </p>
      <p>
        <ins>This line was added later.</ins>
      </p>
      <p>
        <small>This line is small print.</small>
      </p>
      <p>
        <em>This line is set in italics.</em>
      </p>
      <p>
        <strong>This line is bold.</strong>
      </p>
      <h3 className={classes.label}>Font weights</h3>
      {WEIGHTS.map((weight) => (
        <p key={weight} className={classes[weight]}>
          This line is {weight}.
        </p>
      ))}
      <h3 className={classes.label}>Colors</h3>
      {LINES.map(({ tone, text }) => (
        <p key={tone.label} style={{ color: tone.text }}>
          {text}
        </p>
      ))}
      <figure className={classes.quote}>
        <blockquote>Nobody thanks a socket, but everybody looks for one.</blockquote>
        <figcaption>
          A night porter, in <cite>Waiting rooms</cite>
        </figcaption>
      </figure>
    </div>
  );
}

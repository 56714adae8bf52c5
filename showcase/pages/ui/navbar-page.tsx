import { IconMenu2 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './navbar-page.module.css';

const NOTES = [
  'A bar names the product and leads to its parts.',
  'It takes the whole width of what it stands in.',
  'On narrow screens its links hide behind a button.',
  'The button says whether they are shown.',
  'Only one of the bars on this page is open at a time.',
];

const LOOKS = ['plain', 'inverse', 'primary', 'success'] as const;
type Look = (typeof LOOKS)[number];

type BarProps = { look: Look; opened: Look | null; onToggle: (look: Look) => void };

/** Four navbars. On narrow screens, at most one of them shows its links. */
export function NavbarPage() {
  const [opened, setOpened] = useState<Look | null>(null);
  const bar = { opened, onToggle: (look: Look) => setOpened(opened === look ? null : look) };
  return (
    <ShowcasePage title="Navbar">
      <Columns>
        <Column>
          <Widget title="Navbar **Example**" close collapse>
            <ul className={classes.notes}>
              {NOTES.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
            <Bar look="plain" {...bar} />
          </Widget>
        </Column>
        <Column>
          <Widget title="Navbar **Colors**" close collapse>
            <p className={classes.text}>The same bar on three grounds; every link keeps its contrast.</p>
            <div className={classes.bars}>
              <Bar look="inverse" {...bar} />
              <Bar look="primary" {...bar} />
              <Bar look="success" {...bar} />
            </div>
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}

function Bar({ look, opened, onToggle }: BarProps) {
  const id = useId();
  const [current, setCurrent] = useState('Home');
  const isOpen = opened === look;
  return (
    <nav className={`${classes.bar} ${classes[look]}`} aria-label={`Sample bar, ${look}`}>
      <span className={classes.brand}>Voltboard</span>
      <button
        type="button"
        className={classes.toggle}
        aria-label="Links"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(look)}
      >
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
      </button>
      <ul id={id} className={isOpen ? `${classes.links} ${classes.open}` : classes.links}>
        {['Home', 'Features', 'Pricing', 'Disabled'].map((label) => (
          <li key={label}>
            <button
              type="button"
              className={classes.link}
              disabled={label === 'Disabled'}
              {...(label === current ? { 'aria-current': true } : {})}
              onClick={() => setCurrent(label)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

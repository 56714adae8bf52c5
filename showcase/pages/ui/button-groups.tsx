import { Button } from '@mantine/core';
import classes from './buttons-page.module.css';
import { PressedNote, usePressed } from './pressed-note.tsx';

const TOOLBAR = [['1', '2', '3', '4'], ['5', '6', '7'], ['8']] as const;

/** A group of three buttons, and a toolbar of three such groups. */
export function ButtonGroups() {
  const [pressed, press] = usePressed();
  return (
    <>
      <Button.Group aria-label="Sides">
        {['Left', 'Middle', 'Right'].map((label) => (
          <Button key={label} variant="default" onClick={() => press(label)}>
            {label}
          </Button>
        ))}
      </Button.Group>
      <div className={`${classes.row} ${classes.below}`} role="toolbar" aria-label="Pages">
        {TOOLBAR.map((labels) => (
          <Button.Group key={labels[0]} aria-label={`Pages from ${labels[0]}`}>
            {labels.map((label) => (
              <Button key={label} variant="default" px="sm" onClick={() => press(label)}>
                {label}
              </Button>
            ))}
          </Button.Group>
        ))}
      </div>
      <PressedNote pressed={pressed} />
    </>
  );
}

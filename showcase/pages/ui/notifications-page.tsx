import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CodeBlock } from '../../../web/ui/code-block.tsx';
import { showToast, type ToastPosition } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './notifications-page.module.css';

const ZONES: readonly { position: ToastPosition; label: string }[] = [
  { position: 'top-left', label: 'Top left' },
  { position: 'top-center', label: 'Top' },
  { position: 'top-right', label: 'Top right' },
  { position: 'bottom-left', label: 'Bottom left' },
  { position: 'bottom-center', label: 'Bottom' },
  { position: 'bottom-right', label: 'Bottom right' },
];

const FIRST_CODE = `import { showToast } from '../ui/toast.ts';

showToast({
  kind: 'success',
  message: 'Saved.',
});`;

const SECOND_CODE = `showToast({
  key: 'upload',
  kind: 'error',
  message: 'The file is too large.',
  position: 'bottom-right',
});`;

/** Toasts of three kinds at six positions. Two toasts have a follow-up. */
export function NotificationsPage() {
  const [position, setPosition] = useState<ToastPosition>('top-right');
  useEffect(() => {
    void showToast({
      key: 'greeting',
      kind: 'success',
      message: 'Welcome to the notifications.',
      position: 'bottom-right',
    });
  }, []);
  return (
    <ShowcasePage title="Messages - **Notifications**">
      <Widget title="Messenger" close collapse settings>
        <Columns>
          <Column lg={4}>
            <PlacePicker position={position} onPosition={setPosition} />
          </Column>
          <Column lg={4} md={6}>
            <div className={classes.part}>
              <h3 className={classes.heading}>Notification Types</h3>
              <p className={classes.text}>Different kinds of toasts for lots of use cases.</p>
              <Button color="info" onClick={() => tellOfLaunch(position)}>
                Info Message
              </Button>
              <Button color="danger" onClick={() => tellOfPlanet(position)}>
                Error + Retry Message
              </Button>
              <Button
                color="success"
                onClick={() => void showToast({ kind: 'success', message: 'It worked the first time.', position })}
              >
                Success Message
              </Button>
            </div>
          </Column>
          <Column lg={4} md={6}>
            <div className={classes.part}>
              <h3 className={classes.heading}>Dead Simple Usage</h3>
              <p className={classes.text}>One call says something for five seconds.</p>
              <CodeBlock language="tsx" label="The shortest toast" code={FIRST_CODE} />
              <p className={classes.text}>With a key, the next one takes the place of the one that is shown.</p>
              <CodeBlock language="tsx" label="A toast with a key and a place" code={SECOND_CODE} />
            </div>
          </Column>
        </Columns>
      </Widget>
    </ShowcasePage>
  );
}

let toasts = 0;
const newKey = (name: string): string => {
  toasts += 1;
  return `${name}-${toasts}`;
};

/** Shows the first story from docs/specification.md#states: a launch that can still be canceled. */
function tellOfLaunch(position: ToastPosition): void {
  const key = newKey('launch');
  const cancel = (): void => void showToast({ key, kind: 'success', message: 'Thermonuclear war averted', position });
  void showToast({
    key,
    kind: 'info',
    position,
    message: <Story text="Launching thermonuclear war in a moment." action="Cancel launch" onAct={cancel} />,
  });
}

/** Shows the second story: a failed action that can be retried. */
function tellOfPlanet(position: ToastPosition): void {
  const key = newKey('planet');
  const retry = (): void => void showToast({ key, kind: 'success', message: 'Alien planet destroyed!', position });
  void showToast({
    key,
    kind: 'error',
    position,
    message: <Story text="The alien planet could not be destroyed." action="Retry" onAct={retry} />,
  });
}

/**
 * A toast with a button. The button disappears when pressed, so the focus returns to the element that opened the toast.
 */
function Story({ text, action, onAct }: { text: string; action: string; onAct: () => void }) {
  const [opener] = useState(() => document.activeElement);
  const act = (): void => {
    onAct();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  return (
    <span className={classes.story}>
      {text}
      <Button size="compact-sm" variant="outline" onClick={act}>
        {action}
      </Button>
    </span>
  );
}

type PlacePickerProps = { position: ToastPosition; onPosition: (position: ToastPosition) => void };

/** A drawing of a screen whose six areas select where toasts appear. */
function PlacePicker({ position, onPosition }: PlacePickerProps) {
  return (
    <div className={classes.part}>
      <h3 className={classes.heading} id="toast-place">
        Layout options
      </h3>
      <p className={classes.text}>Where on the screen toasts appear.</p>
      <div className={classes.screen} role="radiogroup" aria-labelledby="toast-place">
        {ZONES.map((zone) => (
          <label key={zone.position} className={classes.zone}>
            <input
              type="radio"
              name="toast-place"
              value={zone.position}
              checked={position === zone.position}
              onChange={() => onPosition(zone.position)}
            />
            <span>{zone.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../../../web/ui/code-block.tsx';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './modal-page.module.css';

const PARAGRAPH =
  'An outlet shows a short film before it charges. Whoever watches it to its end has paid for the current with a ' +
  'minute of attention, which the advertiser buys, the owner of the place shares in, and the meter accounts for.';

const GRID_CODE = `<Columns>
  <Column xs={4}>4</Column>
  <Column xs={4} className={classes.end}>4, at the end</Column>
</Columns>
<Columns>
  <Column xs={3} className={classes.third}>3</Column>
  <Column xs={4}>4</Column>
</Columns>
<Columns>
  <Column xs={6}>6</Column>
</Columns>`;

type Kind = 'demo' | 'long' | 'large' | 'small' | 'grid';
type Sample = { title: string; size: 'sm' | 'md' | 'lg'; body: ReactNode };

const SAMPLES: Record<Kind, Sample> = {
  demo: {
    title: 'Modal title',
    size: 'md',
    body: <p>Nothing behind this window can be reached until it is closed.</p>,
  },
  long: {
    title: 'Long content',
    size: 'md',
    body: ['first', 'second', 'third', 'fourth', 'fifth'].map((key) => <p key={key}>{PARAGRAPH}</p>),
  },
  large: { title: 'Large modal', size: 'lg', body: <p>Room for a table, or for a form of two columns.</p> },
  small: { title: 'Small modal', size: 'sm', body: <p>Enough for one question.</p> },
  grid: { title: 'Using grid', size: 'lg', body: <GridBlocks /> },
};

/** Modals: plain, long, large, small, and with a grid inside. */
export function ModalPage() {
  const [opened, setOpened] = useState<Kind | null>(null);
  return (
    <ShowcasePage title="Modal - **Examples**">
      <Columns>
        <Column lg={6}>
          <Widget title="Live **Demo**" close collapse>
            <div className={classes.row}>
              <Button onClick={() => setOpened('demo')}>Demo</Button>
              <Button variant="default" onClick={() => setOpened('long')}>
                Scrolling long content
              </Button>
            </div>
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Optional **Sizes**" close collapse>
            <div className={classes.row}>
              <Button onClick={() => setOpened('large')}>Large modal</Button>
              <Button variant="default" onClick={() => setOpened('small')}>
                Small modal
              </Button>
            </div>
          </Widget>
        </Column>
        <Column>
          <Widget title="Using **Grid**" close collapse>
            <p className={classes.text}>The columns of a page also work inside a window.</p>
            <Button onClick={() => setOpened('grid')}>Launch</Button>
            <div className={classes.code}>
              <CodeBlock language="tsx" label="Columns inside a modal" code={GRID_CODE} />
            </div>
          </Widget>
        </Column>
      </Columns>
      <SampleModal opened={opened} onClose={() => setOpened(null)} />
    </ShowcasePage>
  );
}

function SampleModal({ opened, onClose }: { opened: Kind | null; onClose: () => void }) {
  // Keeps the content while the modal is closing.
  const [last, setLast] = useState<Kind>('demo');
  if (opened !== null && opened !== last) setLast(opened);
  const { title, size, body } = SAMPLES[last];
  const save = (): void => {
    onClose();
    void showToast({ kind: 'success', message: `${title}: the changes are saved.` });
  };
  return (
    <TitledDialog
      title={title}
      isOpen={opened !== null}
      onClose={onClose}
      size={size}
      foot={
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={save}>Save changes</Button>
        </div>
      }
    >
      {body}
    </TitledDialog>
  );
}

function GridBlocks() {
  return (
    <div className={classes.grid}>
      <Columns>
        <Column xs={4} className={classes.block ?? ''}>
          4
        </Column>
        <Column xs={4} className={`${classes.block} ${classes.end}`}>
          4, at the end
        </Column>
      </Columns>
      <Columns>
        <Column xs={3} className={`${classes.block} ${classes.third}`}>
          3
        </Column>
        <Column xs={4} className={classes.block ?? ''}>
          4
        </Column>
      </Columns>
      <Columns>
        <Column xs={6} className={classes.block ?? ''}>
          6
        </Column>
      </Columns>
    </div>
  );
}

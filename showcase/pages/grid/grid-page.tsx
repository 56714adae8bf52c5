import '@mantine/core/styles/PasswordInput.layer.css';
import { move } from '@dnd-kit/helpers';
import { DragDropProvider, useDroppable } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconGripHorizontal, IconHelp, IconMapPin, IconMessage, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './grid.module.css';
import { NEW_SHARE, SHARES } from './grid-sample-data.ts';
import { NewsWidget } from './news-widget.tsx';

/** Duration of the drag animation in milliseconds (docs/specification.md#constants). */
const DRAG_MS = 350;
const KIND = 'panel';
/**
 * Collision priority of a column. Lower than a panel's, so that the column is the target only where there is no panel.
 */
const COLUMN_PRIORITY = 1;

type DraggableCardProps = {
  id: string;
  name: string;
  column: string;
  index: number;
  /** Whether the panel can't be dragged. */
  isLocked: boolean;
  children: ReactNode;
};

/** A panel with a grip. Other panels make room for a dragged panel in 350 ms. */
function DraggableCard({ id, name, column, index, isLocked, children }: DraggableCardProps) {
  const isStill = useReducedMotion();
  const { ref, targetRef, handleRef, isDragSource } = useSortable({
    id,
    index,
    group: column,
    type: KIND,
    accept: KIND,
    disabled: { draggable: isLocked },
    transition: isStill ? null : { duration: DRAG_MS, idle: true },
  });
  return (
    <div
      // A locked panel is only a target, around which other panels move.
      ref={isLocked ? targetRef : ref}
      className={isLocked ? `${classes.card} locked` : classes.card}
      data-moving={isDragSource || undefined}
    >
      {isLocked ? null : (
        <button type="button" ref={handleRef} className={classes.grip} aria-label={`Move ${name}`}>
          <IconGripHorizontal size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {children}
    </div>
  );
}

/** A column that accepts panels even if it is empty. */
function GridColumn({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const { ref } = useDroppable({ id, type: 'column', accept: KIND, collisionPriority: COLUMN_PRIORITY });
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset of form fields, a named group of panels
    <div ref={ref} className={classes.column} role="group" aria-label={label}>
      {children}
    </div>
  );
}

const ICONS: Record<string, typeof IconHelp> = {
  picture: IconPhoto,
  place: IconMapPin,
  question: IconHelp,
  answer: IconMessage,
};

/** Four shares. A reload adds a fifth share at the top. */
function SharesWidget() {
  const [shares, setShares] = useState(SHARES);
  return (
    <Widget
      title="Latest **Shares**"
      reload="Reload"
      close="Close"
      prompt
      onReload={() => setShares([NEW_SHARE, ...SHARES])}
    >
      <ul className={classes.rows}>
        {shares.map((share) => {
          const Icon = ICONS[share.type] ?? IconMessage;
          return (
            <li key={share.name} className={share === NEW_SHARE ? `${classes.row} ${classes.isNew}` : classes.row}>
              <PersonPicture name={share.name} />
              <div className={classes.rowText}>
                <strong>{share.name}</strong>
                <span>{share.comment}</span>
              </div>
              <Icon size={18} stroke={1.75} role="img" aria-label={share.type} />
            </li>
          );
        })}
      </ul>
    </Widget>
  );
}

/** A form behind the gear menu. */
function AutoloadWidget() {
  return (
    <Widget title="Autoload **Widget**" reload reloadBadge={9} fullscreen close controls="menu" prompt>
      <p className={classes.line}>This panel keeps its controls in one menu. It loads its content with:</p>
      <p className={classes.line}>
        <code className={classes.code}>{'<Widget controls="menu" reload onReload={load} />'}</code>
      </p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void showToast({ kind: 'success', key: 'grid', message: 'A sample form: nobody was signed up.' });
        }}
      >
        <TextInput label="Email address" type="email" placeholder="Enter email" autoComplete="off" />
        <PasswordInput label="Password" placeholder="Password" autoComplete="new-password" />
        <Group gap="xs" justify="flex-end">
          <Button type="reset" variant="default">
            Cancel
          </Button>
          <Button type="submit">Submit</Button>
        </Group>
      </form>
    </Widget>
  );
}

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

/** Two lines. A reload adds a third line with the time. */
function DefaultWidget() {
  const [reloadedAt, setReloadedAt] = useState<Date | null>(null);
  return (
    <Widget
      title="Default **Widget**"
      reload
      collapse
      fullscreen
      close
      tooltips="bottom"
      onReload={() => setReloadedAt(new Date())}
    >
      <p className={classes.line}>A panel with every usual control: reload, full screen, collapse and close.</p>
      <p className={classes.line}>Each control says what it does when you rest on it.</p>
      {reloadedAt === null ? null : <p className={classes.line}>Loaded anew at {TIME.format(reloadedAt)}.</p>}
    </Widget>
  );
}

/** A panel with its own fullscreen button. */
function JumbotronWidget() {
  return (
    <Widget label="Fullscreen">
      {({ isFullscreen, toggleFullscreen }) => (
        <div className={classes.jumbotron}>
          <h2>Hello, big world!</h2>
          <p>A panel may hold anything, also the button that makes it as large as the screen.</p>
          <Button color="danger" size="lg" onClick={toggleFullscreen}>
            {isFullscreen ? 'Go Back' : 'Fullscreen me!'}
          </Button>
        </div>
      )}
    </Widget>
  );
}

/** A panel that starts collapsed and can't be dragged. */
function CollapsedWidget() {
  return (
    <Widget title="**Collapsed by default** & locked" collapse close collapsed>
      <blockquote className={classes.quote}>
        A panel that begins closed is a promise: there is more, and you decide when.
        <footer>Found on a drawer</footer>
      </blockquote>
      <p>To begin like this a panel only needs to say that it is collapsed.</p>
      <p>It is locked as well: it has no grip, and the others move around it.</p>
    </Widget>
  );
}

/** A panel that never finishes loading. */
function CustomLoaderWidget() {
  return (
    <Widget title="Custom **Loader**">
      <div className={classes.loader}>
        <Spinner label="Loading for ever" />
      </div>
    </Widget>
  );
}

const CARDS: Record<string, { name: string; card: ReactNode; isLocked?: boolean }> = {
  default: { name: 'Default Widget', card: <DefaultWidget /> },
  shares: { name: 'Latest Shares', card: <SharesWidget /> },
  autoload: { name: 'Autoload Widget', card: <AutoloadWidget /> },
  loader: { name: 'Custom Loader', card: <CustomLoaderWidget /> },
  news: { name: 'News', card: <NewsWidget /> },
  collapsed: { name: 'Collapsed by default & locked', card: <CollapsedWidget />, isLocked: true },
  jumbotron: { name: 'Fullscreen', card: <JumbotronWidget /> },
};

const COLUMNS: Record<string, string[]> = {
  left: ['default', 'shares', 'autoload', 'loader'],
  right: ['news', 'collapsed', 'jumbotron'],
};

/** Two columns of panels, which can be dragged within and between them. */
export function GridPage() {
  const [columns, setColumns] = useState(COLUMNS);
  // Each panel is rendered into its own element, which moves between cards, so a panel keeps its state in another
  // column.
  const [places] = useState(() => new Map(Object.keys(CARDS).map((id) => [id, document.createElement('div')])));
  return (
    <ShowcasePage title="Grid - **Options**">
      <Intro />
      <DragDropProvider onDragOver={(event) => setColumns((present) => move(present, event))}>
        <div className={classes.columns}>
          {Object.entries(columns).map(([column, cards]) => (
            <GridColumn key={column} id={column} label={column === 'left' ? 'Left column' : 'Right column'}>
              {cards.map((id, index) => {
                const { name = id, isLocked = false } = CARDS[id] ?? {};
                return (
                  <DraggableCard key={id} id={id} name={name} column={column} index={index} isLocked={isLocked}>
                    <div
                      ref={(card) => {
                        const place = places.get(id);
                        if (place !== undefined && place.parentNode !== card) card?.append(place);
                      }}
                    />
                  </DraggableCard>
                );
              })}
            </GridColumn>
          ))}
        </div>
      </DragDropProvider>
      {[...places].map(([id, place]) => createPortal(CARDS[id]?.card, place, id))}
    </ShowcasePage>
  );
}

function Intro() {
  return (
    <Widget
      title={
        <>
          Draggable <strong>Grid</strong> <span className={classes.since}>since 2.1</span>
        </>
      }
      label="Draggable Grid"
      className={classes.intro ?? ''}
    >
      <p className={classes.line}>
        Panels can be dragged by the grip on their upper edge, within a column and into the other one; with the keyboard
        press Space on the grip, move with the arrow keys and press Space again. Each panel says for itself whether it
        collapses, closes, fills the screen or loads its content anew.
      </p>
      <p className={classes.line}>A panel that is locked stays where it is.</p>
    </Widget>
  );
}

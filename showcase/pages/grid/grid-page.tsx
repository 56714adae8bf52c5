import { move } from '@dnd-kit/helpers';
import { DragDropProvider } from '@dnd-kit/react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { AutoloadWidget } from './autoload-widget.tsx';
import { CollapsedWidget } from './collapsed-widget.tsx';
import { CustomLoaderWidget } from './custom-loader-widget.tsx';
import { DefaultWidget } from './default-widget.tsx';
import { DraggableCard, GridColumn } from './draggable-card.tsx';
import classes from './grid.module.css';
import { JumbotronWidget } from './jumbotron-widget.tsx';
import { NewsWidget } from './news-widget.tsx';
import { SharesWidget } from './shares-widget.tsx';

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

/** Two columns of panels that can be dragged within and between them. */
export function GridPage() {
  const [columns, setColumns] = useState(COLUMNS);
  // Each panel is rendered into its own element, which moves between cards. So a panel keeps its state in another
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

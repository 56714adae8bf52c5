import { Button } from '@mantine/core';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './grid.module.css';

/** A panel with its own fullscreen button. */
export function JumbotronWidget() {
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

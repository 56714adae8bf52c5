import { Widget } from '../../../ui/widget.tsx';

export function CardWidget() {
  return (
    <Widget title="Panel with **controls**" reload collapse fullscreen close prompt>
      <p>Collapse, reload, fill the screen, or close after a question.</p>
    </Widget>
  );
}

import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

export type PanelProps = {
  /** Without it the panel has no head and needs `label`. */
  title?: ReactNode;
  /** Name for screen readers where there is no title. */
  label?: string;
  /** One line under the title. */
  context?: ReactNode;
  /** Top right, two at most. */
  actions?: ReactNode;
  /** The content reaches the edges, as a table or a map does. */
  flush?: boolean;
  /** Of the title: 2 unless the panel stands inside another. */
  headingLevel?: 2 | 3;
  className?: string;
  children: ReactNode;
};

/** The card of every screen: title, one line of context, actions top right, content. */
export function Panel({
  title,
  label,
  context,
  actions,
  flush = false,
  headingLevel = 2,
  className,
  children,
}: PanelProps) {
  const id = useId();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <section
      className={className ? `${classes.panel} ${className}` : classes.panel}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      {title === undefined ? null : (
        <header className={classes.head}>
          <div className={classes.headText}>
            <Heading className={classes.title} id={id}>
              {title}
            </Heading>
            {context === undefined ? null : <p className={classes.context}>{context}</p>}
          </div>
          {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      <div className={flush ? `${classes.edges} ${title === undefined ? '' : classes.flush}` : classes.body}>
        {children}
      </div>
    </section>
  );
}

import classes from './markdown-editor.module.css';

type MentionListProps = {
  id: string;
  names: readonly string[];
  active: number;
  onChoose: (name: string) => void;
};

/** The list of suggested names. The text area keeps the focus and handles the keys. */
export function MentionList({ id, names, active, onChoose }: MentionListProps) {
  return (
    <div id={id} className={classes.mentions} role="listbox" aria-label="People" hidden={names.length === 0}>
      {names.map((name, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          className={classes.mention}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(name);
          }}
        >
          @{name}
        </div>
      ))}
    </div>
  );
}

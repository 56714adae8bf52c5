import { Button, Group, Textarea } from '@mantine/core';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { RichTextEditor, useRichText } from '../../ui/rich-text-editor.tsx';
import classes from './forms.module.css';
import { MarkdownEditor } from './markdown-editor.tsx';

/** Fields for longer text: plain, growing, rich text and Markdown. */
export function TextareasPanel() {
  return (
    <Widget title="**Textareas**" settings reload close>
      <div className={classes.columns}>
        <div className={classes.form}>
          <Textarea label="Default textarea" rows={4} placeholder="Four rows" />
          <Textarea label="Auto-growing textarea" autosize minRows={3} maxRows={12} placeholder="Grows with its text" />
          <div>
            <h3 className={classes.subhead}>Markdown editor</h3>
            <MarkdownEditor />
          </div>
        </div>
        <div>
          <h3 className={classes.subhead}>Rich text editor</h3>
          <RichText />
        </div>
      </div>
    </Widget>
  );
}

function RichText() {
  const editor = useRichText({ label: 'Rich text' });
  const save = (): void => {
    const words = editor?.getText().trim().split(/\s+/).filter(Boolean).length ?? 0;
    void showToast({
      kind: 'success',
      key: 'rich-text',
      message: `${words} ${words === 1 ? 'word' : 'words'} would be saved now. Nothing on a sample page is kept.`,
    });
  };
  return (
    <div className={classes.form}>
      <RichTextEditor editor={editor} height={320} />
      <Group gap="xs">
        <Button onClick={save}>Save</Button>
        <Button variant="default" onClick={() => editor?.chain().clearContent(true).focus().run()}>
          Clear
        </Button>
      </Group>
    </div>
  );
}

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as MantineEditor } from '@mantine/tiptap';
import { Link } from '@tiptap/extension-link';
import type { Editor, JSONContent } from '@tiptap/react';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import classes from './rich-text-editor.module.css';

export type RichTextEditorProps = {
  /** Name for screen readers. */
  label: string;
  content?: JSONContent;
  /** Least height of the writing area in pixels. */
  height?: number;
  /** Called with the editor after each change. */
  onChange?: (editor: Editor) => void;
  /** Gives the editor out, so that a button beside it can clear it. */
  onReady?: (editor: Editor) => void;
};

/** Text with headings, lists, links and quotes. Nothing is loaded into it but what is typed or pasted. */
export function RichTextEditor({ label, content, height = 200, onChange, onReady }: RichTextEditorProps) {
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false }), Link.configure({ openOnClick: false })],
    content: content ?? null,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onCreate: (created) => onReady?.(created.editor),
    onUpdate: (updated) => onChange?.(updated.editor),
  });
  return (
    <MantineEditor editor={editor} className={classes.editor ?? ''} style={{ '--editor-height': `${height}px` }}>
      <MantineEditor.Toolbar>
        <MantineEditor.ControlsGroup>
          <MantineEditor.Bold />
          <MantineEditor.Italic />
          <MantineEditor.Underline />
          <MantineEditor.Strikethrough />
          <MantineEditor.Code />
          <MantineEditor.ClearFormatting />
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.H2 />
          <MantineEditor.H3 />
          <MantineEditor.Blockquote />
          <MantineEditor.Hr />
          <MantineEditor.BulletList />
          <MantineEditor.OrderedList />
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.Link />
          <MantineEditor.Unlink />
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.Undo />
          <MantineEditor.Redo />
        </MantineEditor.ControlsGroup>
      </MantineEditor.Toolbar>
      <MantineEditor.Content />
    </MantineEditor>
  );
}

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as MantineEditor } from '@mantine/tiptap';
import { Link } from '@tiptap/extension-link';
import type { Editor, JSONContent } from '@tiptap/react';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import classes from './rich-text-editor.module.css';

export type RichTextOptions = {
  /** Accessible name, for screen readers. */
  label: string;
  /** The initial content. The caller must sanitize HTML. */
  content?: JSONContent | string;
  /** Called with the text as HTML after each change by the user. */
  onChange?: (html: string) => void;
};

type Text = Editor['state']['doc'];

/** Whether the editor only appended an empty paragraph, as it does automatically after a list or a quote. */
const isOnlyLonger = (before: Text, after: Text): boolean =>
  before.content.findDiffStart(after.content) === before.content.size &&
  after.content.size === before.content.size + 2 &&
  after.lastChild?.content.size === 0;

/** Creates a rich text editor with headings, lists, links and quotes. Other components can read and change it. */
export const useRichText = ({ label, content, onChange }: RichTextOptions): Editor | null =>
  useEditor({
    extensions: [StarterKit.configure({ link: false }), Link.configure({ openOnClick: false })],
    content: content ?? null,
    onUpdate: ({ editor, transaction }) => {
      if (!isOnlyLonger(transaction.before, editor.state.doc)) onChange?.(editor.getHTML());
    },
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
  });

export type RichTextEditorProps = {
  editor: Editor | null;
  /** The text area's minimum height in pixels. */
  height?: number;
};

/** The editor from `useRichText`, with its toolbar. */
export function RichTextEditor({ editor, height = 200 }: RichTextEditorProps) {
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

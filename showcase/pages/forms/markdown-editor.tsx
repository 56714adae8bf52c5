import '@mantine/core/styles/Tabs.layer.css';
import { ActionIcon, FileButton, Tabs } from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconList, IconPhotoUp } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import Markdown, { defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './markdown-editor.module.css';
import { MentionList } from './mention-list.tsx';
import { useImageUpload } from './use-image-upload.ts';
import { useMentions } from './use-mentions.ts';

const FIRST_TEXT = '**Hello!** Write here, then look at the preview. Type @ to mention somebody.';

/** Allows object URLs, which pictures chosen on this page have. */
const allowed = (url: string): string => (url.startsWith('blob:') ? url : defaultUrlTransform(url));

const MARKS = [
  { label: 'Bold', Icon: IconBold, before: '**', after: '**' },
  { label: 'Italic', Icon: IconItalic, before: '_', after: '_' },
  { label: 'Link', Icon: IconLink, before: '[', after: '](https://)' },
  { label: 'List', Icon: IconList, before: '\n- ', after: '' },
] as const;

/** A Markdown editor with a preview, name suggestions after @, and simulated picture uploads. */
export function MarkdownEditor() {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(FIRST_TEXT);
  const mentions = useMentions();
  const upload = useImageUpload(setText);

  const write = (next: string, caret: number): void => {
    setText(next);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  const mark = (before: string, after: string): void => {
    const { selectionStart: from, selectionEnd: to } = area.current ?? { selectionStart: 0, selectionEnd: 0 };
    const marked = before + text.slice(from, to) + after;
    write(text.slice(0, from) + marked + text.slice(to), from + before.length + (to - from));
  };
  const choose = (name: string): void => {
    const { next, caret } = mentions.complete(name, text);
    write(next, caret);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || mentions.names.length === 0) return;
    const name = mentions.names[mentions.active];
    if (event.key === 'ArrowDown') mentions.move(1);
    else if (event.key === 'ArrowUp') mentions.move(-1);
    else if (event.key === 'Escape') mentions.close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && name !== undefined) choose(name);
    else return;
    event.preventDefault();
  };

  return (
    <Tabs defaultValue="write" classNames={{ root: classes.editor ?? '', list: classes.head ?? '' }}>
      <Tabs.List>
        <Tabs.Tab value="write">Write</Tabs.Tab>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write">
        <div className={classes.tools} role="toolbar" aria-label="Markdown">
          {MARKS.map(({ label, Icon, before, after }) => (
            <ActionIcon key={label} aria-label={label} onClick={() => mark(before, after)}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          ))}
          <FileButton accept="image/*" onChange={upload.start} resetRef={upload.resetRef}>
            {(props) => (
              <ActionIcon {...props} aria-label="Add a picture" disabled={upload.isBusy}>
                <IconPhotoUp size={18} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            )}
          </FileButton>
          <span className={classes.note} role="status">
            {upload.note}
          </span>
        </div>
        <div className={classes.writing}>
          <textarea
            ref={area}
            className={classes.area}
            rows={6}
            aria-label="Markdown text"
            aria-autocomplete="list"
            aria-controls={listId}
            {...(mentions.names.length > 0 ? { 'aria-activedescendant': `${listId}-${mentions.active}` } : {})}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              mentions.follow(event.currentTarget.value, event.currentTarget.selectionStart);
            }}
            onKeyDown={onKeyDown}
            onBlur={mentions.close}
          />
          <MentionList id={listId} names={mentions.names} active={mentions.active} onChoose={choose} />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <div className={classes.preview}>
          <Markdown remarkPlugins={[remarkGfm]} urlTransform={allowed}>
            {text}
          </Markdown>
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}

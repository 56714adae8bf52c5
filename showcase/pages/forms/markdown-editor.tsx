import '@mantine/core/styles/Tabs.layer.css';
import { ActionIcon, FileButton, Tabs } from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconList, IconPhotoUp } from '@tabler/icons-react';
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useId, useRef, useState } from 'react';
import Markdown, { defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './markdown-editor.module.css';
import { MENTIONS } from './sample-data/choices.ts';

const FIRST_TEXT = '**Hello!** Write here, then look at the preview. Type @ to mention somebody.';

/** Also allows object URLs, because pictures chosen on this page have such URLs. */
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

type MentionListProps = {
  id: string;
  names: readonly string[];
  active: number;
  onChoose: (name: string) => void;
};

/** The list of suggested names. The text area keeps the focus and handles the keys. */
function MentionList({ id, names, active, onChoose }: MentionListProps) {
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

/** Duration of each of the simulated upload's two steps, in milliseconds. */
const STEP_MS = 2_000;
const PLACEHOLDER = '![Uploading…]()';

/** Simulates uploading a picture into the text: a placeholder, then the picture, then a confirmation. */
function useImageUpload(setText: Dispatch<SetStateAction<string>>) {
  const timer = useRef<number | undefined>(undefined);
  const addresses = useRef<string[]>([]);
  const resetRef = useRef<() => void>(null);
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      for (const address of addresses.current) URL.revokeObjectURL(address);
    },
    [],
  );

  const start = (file: File | null): void => {
    resetRef.current?.();
    if (file === null) return;
    setIsBusy(true);
    setNote(`Uploading ${file.name}…`);
    setText((text) => `${text}\n\n${PLACEHOLDER}`);
    timer.current = window.setTimeout(() => {
      const address = URL.createObjectURL(file);
      addresses.current.push(address);
      const name = file.name.replaceAll(/[[\]]/g, '');
      setText((text) => text.replace(PLACEHOLDER, () => `![${name}](${address})`));
      setNote('Checking the picture…');
      timer.current = window.setTimeout(() => {
        setNote('The picture is there.');
        setIsBusy(false);
      }, STEP_MS);
    }, STEP_MS);
  };
  return { start, note, isBusy, resetRef };
}

/** Delay before suggestions in milliseconds, as if a server suggested the names. */
const SUGGEST_MS = 250;

/** Suggests names for the text after an @, after a short delay. */
function useMentions() {
  const timer = useRef<number | undefined>(undefined);
  const place = useRef<{ start: number; letters: string } | null>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  const [active, setActive] = useState(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const close = (): void => {
    window.clearTimeout(timer.current);
    setNames([]);
  };
  return {
    names,
    active,
    close,
    move: (by: number) => setActive((active + by + names.length) % Math.max(1, names.length)),
    follow: (text: string, caret: number): void => {
      close();
      const found = mentionAt(text, caret);
      place.current = found;
      if (found === null) return;
      timer.current = window.setTimeout(() => {
        setActive(0);
        setNames(MENTIONS.filter((name) => name.startsWith(found.letters.toLowerCase())));
      }, SUGGEST_MS);
    },
    complete: (name: string, text: string): { next: string; caret: number } => {
      close();
      const { start, letters } = place.current ?? { start: text.length, letters: '' };
      const before = `${text.slice(0, start)}@${name} `;
      return { next: before + text.slice(start + 1 + letters.length), caret: before.length };
    },
  };
}

/**
 * Returns the mention being typed before `caret`: the position of its @, and the letters so far. Null if there is none.
 */
export function mentionAt(text: string, caret: number): { start: number; letters: string } | null {
  const found = /(^|\s)@([\w.]*)$/.exec(text.slice(0, caret));
  if (!found) return null;
  const letters = found[2] ?? '';
  return { start: caret - letters.length - 1, letters };
}

import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Slider.layer.css';
import '@mantine/dropzone/styles.layer.css';
import {
  Button,
  FileButton,
  Group,
  NativeSelect,
  RangeSlider,
  Select,
  Slider,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAt, IconCloudUpload, IconCurrencyDollar, IconWorld } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ChoiceMenu, type ChoiceMenuProps } from '../../ui/choice-menu.tsx';
import { RichTextEditor, useRichText } from '../../ui/rich-text-editor.tsx';
import { formatBytes } from '../format-bytes.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import { Affix } from './affix.tsx';
import { CheckboxPanel, RadioPanel } from './choices-panels.tsx';
import classes from './forms.module.css';
import { ImageUpload } from './image-upload.tsx';
import { InputsPanel } from './inputs-panel.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';
import { MasksPanel, PickersPanel } from './pickers-panels.tsx';
import { PrependedPanel } from './prepended-panel.tsx';
import { COLOURED_SELECTS, DEFAULT_CHOICES, GROUPED_CHOICES } from './sample-data/choices.ts';

/** All form controls, in thirteen panels (docs/sample-pages.md#form-pages). */
export function FormElementsPage() {
  return (
    <ShowcasePage title="Form - **Inputs & Controls**">
      <div className={classes.stack}>
        <div className={classes.half}>
          <InputsPanel />
          <div className={classes.stack}>
            <PrependedPanel />
            <div className={classes.half}>
              <SizingPanel />
              <GroupsPanel />
            </div>
          </div>
        </div>
        <TextareasPanel />
        <div className={classes.half}>
          <SelectsPanel />
          <CheckboxPanel />
        </div>
        <div className={classes.half}>
          <RadioPanel />
          <PickersPanel />
        </div>
        <MasksPanel />
        <SlidersPanel />
        <div className={classes.half}>
          <UploadsPanel />
          <DropZonePanel />
        </div>
      </div>
    </ShowcasePage>
  );
}

/** A plain select, a searchable select with groups, and dropdowns whose labels show the choice. */
function SelectsPanel() {
  return (
    <Widget title="**Selects**" settings="inverse" reload close>
      <div className={classes.form}>
        <NativeSelect label="Default select" data={[...DEFAULT_CHOICES]} defaultValue={DEFAULT_CHOICES[1]} />
        <Select
          label="Searchable, in groups"
          searchable
          clearable
          placeholder="Type to find a place"
          nothingFoundMessage="No place is called that"
          data={GROUPED_CHOICES.map(({ group, items }) => ({ group, items: [...items] }))}
          defaultValue={GROUPED_CHOICES[0].items[1]}
          clearButtonProps={{ 'aria-label': 'Clear the place' }}
        />
        <div>
          <h3 className={classes.subhead}>Dropdowns</h3>
          <div className={classes.selects}>
            {COLOURED_SELECTS.map(({ label, tone, size, choices }) => (
              <DropdownSelect key={label} label={label} tone={tone} size={size} choices={choices} />
            ))}
          </div>
        </div>
      </div>
    </Widget>
  );
}

type DropdownSelectProps = {
  label: string;
  tone: NonNullable<ChoiceMenuProps<string>['tone']>;
  size: NonNullable<ChoiceMenuProps<string>['size']>;
  choices: readonly [string, ...string[]];
};

function DropdownSelect({ label, tone, size, choices }: DropdownSelectProps) {
  const [chosen, setChosen] = useState(choices[0]);
  return <ChoiceMenu label={label} tone={tone} size={size} choices={choices} chosen={chosen} onChoose={setChosen} />;
}

/** Fields for longer text: plain, growing, rich text and Markdown. */
function TextareasPanel() {
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

/** A field's three heights. */
function SizingPanel() {
  return (
    <Widget title="Form **Options**" label="Form Options: control sizing" settings reload close>
      <div className={classes.form} data-sizes>
        <TextInput size="lg" label="Large" placeholder="Large field" />
        <TextInput size="sm" label="Default" placeholder="Default field" />
        <TextInput size="xs" label="Small" placeholder="Small field" />
      </div>
    </Widget>
  );
}

/** Three fields with something attached. */
function GroupsPanel() {
  return (
    <Widget title="Form **Options**" label="Form Options: input groups" settings="inverse" reload close>
      <div className={classes.form}>
        <Affix before={<Icon icon={IconAt} />}>
          <TextInput aria-label="Account name" placeholder="Account name" autoComplete="off" />
        </Affix>
        <Affix before={<Icon icon={IconCurrencyDollar} />} after=".00">
          <TextInput aria-label="Amount" placeholder="Amount" inputMode="numeric" />
        </Affix>
        <AddressField />
      </div>
    </Widget>
  );
}

const Icon = ({ icon: Shape }: { icon: typeof IconAt }) => (
  <span className={classes.affixText}>
    <Shape size={18} stroke={1.75} aria-hidden="true" />
  </span>
);

function AddressField() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.reset();
      }}
    >
      <Affix
        before={<Icon icon={IconWorld} />}
        after={
          <Button type="submit" variant="default">
            Clear
          </Button>
        }
      >
        <TextInput aria-label="Web address" placeholder="Web address" inputMode="url" />
      </Affix>
    </form>
  );
}

const COLOURS = [
  { name: 'Primary', color: 'brand' },
  { name: 'Info', color: 'info' },
  { name: 'Success', color: 'success' },
  { name: 'Warning', color: 'warning' },
  { name: 'Danger', color: 'danger' },
] as const;
const HORIZONTAL = [20, 60, 80, 20, 40] as const;
const VERTICAL = [50, 70, 20, 30, 40] as const;

/** Ten sliders in five colors, and a range slider. The value is shown above the thumb. */
function SlidersPanel() {
  const [range, setRange] = useState<[number, number]>([20, 70]);
  return (
    <Widget title="**Sliders**" settings reload close>
      <div className={classes.sliders}>
        <div>
          <h3 className={classes.subhead}>Horizontal</h3>
          <div className={classes.horizontalSliders}>
            {COLOURS.map(({ name, color }, index) => (
              <Slider
                key={name}
                color={color}
                defaultValue={HORIZONTAL[index] ?? 0}
                thumbLabel={`${name}, horizontal`}
              />
            ))}
          </div>
        </div>
        <div>
          <h3 className={classes.subhead}>Vertical</h3>
          <div className={classes.verticalSliders}>
            {COLOURS.map(({ name, color }, index) => (
              <Slider
                key={name}
                orientation="vertical"
                color={color}
                defaultValue={VERTICAL[index] ?? 0}
                thumbLabel={`${name}, vertical`}
              />
            ))}
          </div>
        </div>
        <div>
          <h3 className={classes.subhead}>Range</h3>
          <RangeSlider
            value={range}
            onChange={setRange}
            minRange={0}
            pushOnOverlap={false}
            thumbFromLabel="From"
            thumbToLabel="To"
          />
          <p className={classes.note} aria-live="polite">
            From {range[0]} to {range[1]}
          </p>
        </div>
      </div>
    </Widget>
  );
}

/** Choosers for a file, and for a picture with a preview. The files stay in the browser. */
function UploadsPanel() {
  const [image, setImage] = useState<File | null>(null);
  return (
    <Widget title="Simple **file uploads**" settings="inverse" reload close>
      <blockquote className={classes.quote}>
        What you choose here stays in your browser: a sample page sends no file anywhere.
      </blockquote>
      <div className={classes.form}>
        <FileUpload />
        <ImageUpload title="Image" image={image} onChange={setImage} />
      </div>
    </Widget>
  );
}

function FileUpload() {
  const [file, setFile] = useState<File | null>(null);
  const resetRef = useRef<() => void>(null);
  return (
    <div className={classes.upload}>
      <h3 className={classes.subhead}>File</h3>
      <div className={classes.uploadControls}>
        <FileButton onChange={setFile} resetRef={resetRef} inputProps={{ 'aria-label': 'File' }}>
          {(props) => (
            <Button {...props} variant="default">
              {file === null ? 'Select file' : 'Change file'}
            </Button>
          )}
        </FileButton>
        {file === null ? null : (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              resetRef.current?.();
              setFile(null);
            }}
          >
            Remove file
          </Button>
        )}
        <span className={classes.fileName} role="status">
          {file === null ? 'No file chosen' : `${file.name} (${formatBytes(file.size)})`}
        </span>
      </div>
    </div>
  );
}

/** Accepts files by drop, click or key, and lists them. */
function DropZonePanel() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  return (
    <Widget title="**Drop** Zone" settings reload close>
      <Dropzone
        accept={['image/*', 'application/pdf']}
        onDrop={(accepted) => {
          setFiles([...files, ...accepted]);
          setRefused([]);
        }}
        onReject={(rejections) => setRefused(rejections.map(({ file }) => file.name))}
        className={classes.dropZone ?? ''}
        inputProps={{ 'aria-label': 'Drop pictures or PDF files here, or choose them' }}
      >
        <div className={classes.dropText}>
          <IconCloudUpload size={40} stroke={1.25} aria-hidden="true" />
          <span>Drop pictures or PDF files here, or click to choose them</span>
        </div>
      </Dropzone>
      <div role="status">
        {files.length === 0 ? null : (
          <ul className={classes.fileList} aria-label="Accepted files">
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files are only ever added at the end
              <li key={index}>
                <span className={classes.fileName}>{file.name}</span>
                <span>{formatBytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
        {refused.length === 0 ? null : (
          <p className={classes.note}>Not accepted: {refused.join(', ')}. Only pictures and PDF files are.</p>
        )}
      </div>
    </Widget>
  );
}

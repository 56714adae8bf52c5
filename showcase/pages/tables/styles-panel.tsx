import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Button, Menu, Progress } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { FILES, type SampleFile } from './sample-data/table-files.ts';
import { SamplePicture } from './sample-picture.tsx';
import classes from './tables.module.css';
import { Tag } from './tag.tsx';
import { TONE_COLOURS } from './tone-colours.ts';

const say = (message: string): void => void showToast({ kind: 'info', key: 'tables', message });

/** Five pictures with every kind of cell. */
export function StylesPanel() {
  return (
    <Widget title="Table **Styles**" settings close flush>
      <section
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by key
        tabIndex={0}
        aria-label="Five pictures"
      >
        <table className={classes.table} data-striped>
          <thead>
            <tr>
              <th scope="col" className={classes.wideOnly}>
                #
              </th>
              <th scope="col">Picture</th>
              <th scope="col">Description</th>
              <th scope="col" className={classes.wideOnly}>
                Info
              </th>
              <th scope="col" className={classes.wideOnly}>
                Date
              </th>
              <th scope="col" className={classes.wideOnly}>
                Size
              </th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {FILES.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </tbody>
        </table>
      </section>
      <div className={classes.toolbar}>
        <span className={classes.caption}>Basic table with styled content</span>
        <Button variant="default" size="xs" onClick={() => say('Would send the five pictures.')}>
          Send to...
        </Button>
        <ClearMenu />
      </div>
    </Widget>
  );
}

function FileRow({ file: { id, picture, description, label, info, date, size, progress } }: { file: SampleFile }) {
  return (
    <tr>
      <td className={classes.wideOnly}>{id}</td>
      <td>
        <SamplePicture subject={picture} />
      </td>
      <td>
        {description} {label === undefined ? null : <Tag tone={label.colorClass}>{label.text}</Tag>}
      </td>
      <td className={classes.wideOnly}>
        <span className={classes.info}>
          <span>
            Type: <strong>{info.type}</strong>
          </span>
          <span>
            Dimensions: <strong>{info.dimensions}</strong>
          </span>
        </span>
      </td>
      <td className={classes.wideOnly}>{date}</td>
      <td className={classes.wideOnly}>{size}</td>
      <td>
        <Progress
          className={classes.progress ?? ''}
          value={progress.percent}
          color={TONE_COLOURS[progress.colorClass]}
          aria-label={`${description}: ${progress.percent} percent`}
        />
      </td>
    </tr>
  );
}

function ClearMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
        >
          Clear
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {['Clear', 'Move ...', 'Something else here'].map((action) => (
          <Menu.Item key={action} onClick={() => say(`Chosen: ${action}`)}>
            {action}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => say('Chosen: Separated link')}>Separated link</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

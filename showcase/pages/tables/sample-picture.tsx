import type { SampleFile } from './sample-data/table-files.ts';
import classes from './tables.module.css';

const DRAWINGS: Record<SampleFile['picture'], { sky: string; ground: string; path: string }> = {
  hill: { sky: '#cfe6f5', ground: '#6fa56b', path: 'M0 50V34q12-16 24-6t26-10v32z' },
  sun: { sky: '#f9d9a6', ground: '#d98a4b', path: 'M0 50V40h50v10zM25 14a10 10 0 1 1 0 20 10 10 0 0 1 0-20z' },
  tower: { sky: '#dcdff0', ground: '#5a5f85', path: 'M0 50v-8h18l4-30h6l4 30h18v8zM16 20h18v3H16z' },
  wave: { sky: '#d3eef2', ground: '#3c8fa6', path: 'M0 50V30q8-8 16 0t17 0 17 0v20z' },
  leaf: { sky: '#e6f0d5', ground: '#5f8f3a', path: 'M10 40C8 20 22 8 42 10c2 20-10 34-28 32l14-18z' },
};

/** A small drawing; the text beside it describes it. */
export function SamplePicture({ subject }: { subject: SampleFile['picture'] }) {
  const { sky, ground, path } = DRAWINGS[subject];
  return (
    <svg className={classes.picture} width="50" height="50" viewBox="0 0 50 50" aria-hidden="true" focusable="false">
      <path fill={sky} d="M0 0h50v50H0z" />
      <path fill={ground} d={path} />
    </svg>
  );
}

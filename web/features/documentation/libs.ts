export type Library = {
  readonly name: string;
  readonly text: string;
  /** A page that shows the library. */
  readonly href?: string;
  readonly code: string;
};

/** The web client's libraries, each with a line of code that uses it. */
export const LIBRARIES: readonly Library[] = [
  {
    name: 'React',
    text: 'Renders the user interface.',
    href: '/',
    code: 'createRoot(root).render(<RouterProvider router={router} />);',
  },
  {
    name: 'TanStack Router',
    text: 'Typed routes, guards and pages that load on demand.',
    href: '/app/main/dashboard',
    code: "import { createRoute, Link } from '@tanstack/react-router';",
  },
  {
    name: 'TanStack Query',
    text: 'Cached server data, refetched when stale.',
    href: '/app/main/dashboard',
    code: 'const { data } = useQuery(summaryQuery(filter));',
  },
  {
    name: 'TanStack Table',
    text: 'Sorting, filtering and pagination of the dynamic tables.',
    href: '/app/tables/dynamic',
    code: 'const table = useTable({ features, columns, data });',
  },
  {
    name: 'TanStack Virtual',
    text: 'Long lists of cards that draw only visible ones.',
    href: '/app/main/dashboard',
    code: "import { useWindowVirtualizer } from '@tanstack/react-virtual';",
  },
  {
    name: 'Mantine core',
    text: 'Buttons, fields, menus, dialogs.',
    href: '/documentation/components/buttons',
    code: "import { Button, Modal, Menu } from '@mantine/core';",
  },
  {
    name: 'Mantine hooks',
    text: 'Reduced motion, focus, outside clicks.',
    href: '/app/grid',
    code: 'const isStill = useReducedMotion();',
  },
  {
    name: 'Mantine form',
    text: 'Form values and validation errors.',
    href: '/app/forms/wizard',
    code: 'const form = useForm({ initialValues, validate });',
  },
  {
    name: 'Mantine dates',
    text: 'Date and time pickers.',
    href: '/app/forms/elements',
    code: '<DatePickerInput label="Date" firstDayOfWeek={0} />',
  },
  {
    name: 'Mantine notifications',
    text: 'Toasts, five seconds each.',
    href: '/app/ui/notifications',
    code: "void showToast({ kind: 'success', message: 'Saved.' });",
  },
  {
    name: 'Mantine dropzone',
    text: 'File selection by drag and drop, click or keyboard.',
    href: '/app/forms/elements',
    code: "<Dropzone accept={['image/*']} onDrop={setFiles} />",
  },
  {
    name: 'Embla Carousel',
    text: 'Slides by mouse, touch and keyboard.',
    href: '/app/ui/carousel',
    code: "const [viewport, embla] = useEmblaCarousel({ align: 'start', loop: true });",
  },
  {
    name: 'Tiptap',
    text: 'The rich text editor.',
    href: '/app/forms/elements',
    code: 'const editor = useEditor({ extensions: [StarterKit] });',
  },
  {
    name: 'react-markdown',
    text: 'Preview of the Markdown editor, without creating markup from text.',
    href: '/app/forms/elements',
    code: '<Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>',
  },
  {
    name: 'react-imask',
    text: 'Fields that format text as you type.',
    href: '/app/forms/elements',
    code: '<InputBase component={IMaskInput} mask="(000) 000-0000" />',
  },
  {
    name: 'FullCalendar',
    text: 'The calendar, with weeks that start on Sunday.',
    href: '/app/extra/calendar',
    code: '<FullCalendar plugins={[dayGridPlugin]} firstDay={0} editable droppable />',
  },
  {
    name: 'Yet Another React Lightbox',
    text: 'Full-size pictures of the gallery.',
    href: '/app/extra/gallery',
    code: '<Lightbox open close={onClose} slides={slides} />',
  },
  {
    name: 'dnd kit',
    text: 'Drag and drop by mouse, touch and keyboard.',
    href: '/app/grid',
    code: 'useSortable({ id, index, group, transition: { duration: 350 } });',
  },
  {
    name: 'ECharts',
    text: 'Charts on a canvas, with a description for screen readers.',
    href: '/app/charts/echarts',
    code: "chart.setOption({ series: [{ type: 'line', data }] });",
  },
  {
    name: 'ApexCharts',
    text: 'Charts on the overview page.',
    href: '/app/charts/apex',
    code: 'new ApexCharts(element, options).render();',
  },
  {
    name: 'MapLibre GL',
    text: 'Maps without external hosts.',
    href: '/app/main/dashboard',
    code: 'new MapLibreMap({ container, style, cooperativeGestures: true });',
  },
  {
    name: 'TopoJSON and world-atlas',
    text: 'Borders of states and countries, shipped with the product.',
    href: '/app/maps/vector',
    code: 'const land = feature(topology, topology.objects.countries);',
  },
  {
    name: 'Tabler Icons',
    text: 'The icons, of which only used ones are shipped.',
    href: '/app/ui/icons',
    code: "import { IconPlug } from '@tabler/icons-react';",
  },
  {
    name: 'Font Awesome 4.7',
    text: 'The icons of the catalog.',
    href: '/app/ui/icons',
    code: "import 'font-awesome/css/font-awesome.css';",
  },
  {
    name: 'highlight.js',
    text: 'Syntax highlighting, as in this code.',
    href: '/documentation/libs',
    code: "hljs.highlight(code, { language: 'tsx' });",
  },
  {
    name: 'Inter',
    text: 'The typeface, with tabular figures in columns.',
    href: '/',
    code: "import '@fontsource-variable/inter/wght.css';",
  },
];

/** Libraries used by the server and the tools. */
export const OTHERS = [
  'Fastify',
  'TypeBox',
  'Kysely',
  'chDB (ClickHouse)',
  'libsql (SQLite)',
  'pdfkit',
  'Vite',
  'Vitest',
  'Playwright and axe',
  'Biome',
] as const;

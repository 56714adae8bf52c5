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
    text: 'Everything that is shown.',
    href: '/',
    code: 'createRoot(root).render(<RouterProvider router={router} />);',
  },
  {
    name: 'TanStack Router',
    text: 'Typed addresses, guards, pages loaded when they are needed.',
    href: '/app/main/dashboard',
    code: "import { createRoute, Link } from '@tanstack/react-router';",
  },
  {
    name: 'TanStack Query',
    text: 'What the server told us, asked again when it is old.',
    href: '/app/main/dashboard',
    code: 'const { data } = useQuery(summaryQuery(filter));',
  },
  {
    name: 'TanStack Table',
    text: 'Sorting, filtering and pages of the dynamic tables.',
    href: '/app/tables/dynamic',
    code: 'const table = useTable({ features, columns, data });',
  },
  {
    name: 'TanStack Virtual',
    text: 'Long lists of cards, of which only the visible ones are drawn.',
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
    text: 'Values and problems of forms.',
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
    text: 'Files by drop, click or key.',
    href: '/app/forms/elements',
    code: "<Dropzone accept={['image/*']} onDrop={setFiles} />",
  },
  {
    name: 'Embla Carousel',
    text: 'Slides, by mouse, touch and key.',
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
    text: 'Preview of the Markdown editor, without setting markup from text.',
    href: '/app/forms/elements',
    code: '<Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>',
  },
  {
    name: 'react-imask',
    text: 'Fields that put what is typed into shape.',
    href: '/app/forms/elements',
    code: '<InputBase component={IMaskInput} mask="(000) 000-0000" />',
  },
  {
    name: 'FullCalendar',
    text: 'The calendar; weeks begin on Sunday.',
    href: '/app/extra/calendar',
    code: '<FullCalendar plugins={[dayGridPlugin]} firstDay={0} editable droppable />',
  },
  {
    name: 'Yet Another React Lightbox',
    text: 'Pictures of the gallery, large.',
    href: '/app/extra/gallery',
    code: '<Lightbox open close={onClose} slides={slides} />',
  },
  {
    name: 'dnd kit',
    text: 'Dragging by mouse, touch and keyboard.',
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
    text: 'Charts of the overview.',
    href: '/app/charts/apex',
    code: 'new ApexCharts(element, options).render();',
  },
  {
    name: 'MapLibre GL',
    text: 'Maps without any outside host.',
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
    text: 'The icons, each only if it is used.',
    href: '/app/ui/icons',
    code: "import { IconPlug } from '@tabler/icons-react';",
  },
  {
    name: 'Font Awesome 4.7',
    text: 'The icons of the catalogue.',
    href: '/app/ui/icons',
    code: "import 'font-awesome/css/font-awesome.css';",
  },
  {
    name: 'highlight.js',
    text: 'Colours of code, such as this one.',
    href: '/documentation/libs',
    code: "hljs.highlight(code, { language: 'tsx' });",
  },
  {
    name: 'Inter',
    text: 'The typeface, with figures of one width in columns.',
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

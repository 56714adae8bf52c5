export type Version = {
  readonly title: string;
  readonly logo: 'react' | 'angular' | 'html' | 'vue';
  readonly heading: string;
  readonly effort: string;
  readonly paragraphs: readonly string[];
  readonly isHere?: boolean;
};

/** Sample texts. Only the first version exists, and the user is using that version. */
export const VERSIONS: readonly Version[] = [
  {
    title: 'React JS **Version**',
    logo: 'react',
    heading: 'React',
    effort: 'Built over 9 months by the whole team',
    paragraphs: [
      'Every screen of this product. Typed from the database to the button, with a component for each thing that is shown more than once.',
      'What the other cards describe is a sample; this one is what you are looking at.',
    ],
    isHere: true,
  },
  {
    title: 'Angular **Version**',
    logo: 'angular',
    heading: 'Angular',
    effort: 'A sample of about 800 hours',
    paragraphs: [
      'For houses that like their rules written down. Modules, services and forms in the order a large team expects them.',
      'Its demo would show the same four outlets on the same map.',
    ],
  },
  {
    title: 'Pure HTML5 **Version**',
    logo: 'html',
    heading: 'HTML5',
    effort: 'A sample of about 500 hours',
    paragraphs: [
      'No framework at all: pages that a browser reads from top to bottom and that work with the script switched off, up to the point where something has to move.',
    ],
  },
  {
    title: 'VUE JS **Version**',
    logo: 'vue',
    heading: 'Vue',
    effort: 'A sample of about 700 hours',
    paragraphs: [
      'Short files, each with its template, its logic and its style. Pleasant for two or three people who sit at one table.',
      'State lives in one small store.',
      'The lists and charts are those of the first card.',
    ],
  },
];

import { Paper, Text, Title } from '@mantine/core';
import { Carousel } from '../../../ui/carousel.tsx';

const STEPS = [
  ['On the wall', 'An outlet is set up in an hour, with four screws and one key.'],
  ['A view', 'A visitor watches a film to the end, and the charge begins.'],
  ['A statement', 'At the end of the month each view stands on paper, with its price.'],
] as const;

const SLIDES = STEPS.map(([title, text]) => ({
  key: title,
  label: title,
  content: (
    <Paper withBorder ta="center" p={48}>
      <Title order={3}>{title}</Title>
      <Text c="dimmed" mt="xs" maw={360} mx="auto">
        {text}
      </Text>
    </Paper>
  ),
}));

export function CarouselSlides() {
  return <Carousel label="From the wall to the statement" slides={SLIDES} loop hasDots />;
}

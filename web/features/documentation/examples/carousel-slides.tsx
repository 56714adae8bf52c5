import { Paper, Text, Title } from '@mantine/core';
import { Carousel } from '../../../ui/carousel.tsx';

const STEPS = [
  ['On the wall', 'An outlet is installed in an hour, with four screws and one key.'],
  ['A view', 'A visitor watches an ad to the end, and the charge starts.'],
  ['A statement', 'At the end of the month, the statement lists every view with its price.'],
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

import { Paper, Text } from '@mantine/core';
import { Carousel } from '../../../ui/carousel.tsx';

const SLIDES = ['Slide 1', 'Slide 2', 'Slide 3'].map((label) => ({
  key: label,
  label,
  content: (
    <Paper withBorder p="xl" ta="center">
      <Text>{label}</Text>
    </Paper>
  ),
}));

export function CarouselSlides() {
  return <Carousel label="Three slides" slides={SLIDES} loop hasDots />;
}

import { Carousel } from '@mantine/carousel';
import { Paper, Text } from '@mantine/core';

export function CarouselSlides() {
  return (
    <Carousel
      withIndicators
      height={160}
      nextControlProps={{ 'aria-label': 'Next slide' }}
      previousControlProps={{ 'aria-label': 'Previous slide' }}
    >
      {['Slide 1', 'Slide 2', 'Slide 3'].map((title) => (
        <Carousel.Slide key={title}>
          <Paper withBorder h="100%" p="xl" ta="center">
            <Text>{title}</Text>
          </Paper>
        </Carousel.Slide>
      ))}
    </Carousel>
  );
}

import { Paper, Text } from '@mantine/core';
import { Carousel } from '../../../ui/carousel.tsx';

const PLACES = ['Hotel', 'Airport', 'Café', 'Library', 'Gym', 'Hospital'].map((place) => ({
  key: place,
  label: place,
  content: (
    <Paper withBorder ta="center" py="xl" mx={4}>
      <Text fw={600}>{place}</Text>
    </Paper>
  ),
}));

export function CarouselSeveral() {
  return <Carousel label="Places with outlets" slides={PLACES} several loop="narrow" />;
}

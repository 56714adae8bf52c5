import 'yet-another-react-lightbox/styles.css';
import { useState } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import type { GalleryImage } from './sample-data/gallery.ts';

type GalleryLightboxProps = { images: readonly GalleryImage[]; first: number; onClose: () => void };

/**
 * Enlarges the visible images. Arrows and keys navigate, a click on an image shows the next image, and a click outside
 * closes.
 */
export function GalleryLightbox({ images, first, onClose }: GalleryLightboxProps) {
  const [index, setIndex] = useState(first);
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={images.map(({ src, name }) => ({ src, alt: name, width: 640, height: 440 }))}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true, aria: true }}
      labels={{ Lightbox: 'Images', 'Photo gallery': 'Images' }}
      on={{
        view: ({ index: next }) => setIndex(next),
        click: ({ index: clicked }) => setIndex(Math.min(clicked + 1, images.length - 1)),
      }}
    />
  );
}

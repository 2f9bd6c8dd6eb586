import { recordedStory } from './story.ts';

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** The same stories on a desktop and on a phone, of one and the same recorded server: to fill it takes a while. */
export function onBothSizes(tell: (size: keyof typeof sizes) => void): void {
  for (const size of ['desktop', 'phone'] as const) {
    recordedStory.describe(`on a ${size}`, () => {
      recordedStory.use(sizes[size]);
      tell(size);
    });
  }
}

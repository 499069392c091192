export type { Estimate } from './estimate.js';
export {
  identifySlider,
  type SliderData,
  type SliderIdentification,
  type SliderNoise,
  type SliderResiduals,
} from './slider/identify-slider.js';

export { ContactDecals, type ContactDecalsOptions, type DecalPlace } from './contact-decals.js';
export type { HelperContact } from './draw-contact.js';
export {
  FrictionHelper,
  type FrictionHelperColors,
  type FrictionHelperOptions,
  type FrictionHelperParts,
  type FrictionSource,
  type LegendEntry,
} from './friction-helper.js';
export { SkidMarks, type SkidMarksOptions, type SlidingContact } from './skid-marks.js';

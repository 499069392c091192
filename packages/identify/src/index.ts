export { type ColumnName, type Columns, readCsv } from './csv/read-csv.js';
export type { Estimate } from './estimate.js';
export type { LawFamily } from './law/families.js';
export { identifyLaw, type LawData, type LawFitOptions, type LawIdentification } from './law/identify-law.js';
export { lawReport, sliderReport } from './report/report-svg.js';
export {
  identifySlider,
  type SliderData,
  type SliderIdentification,
  type SliderNoise,
  type SliderResiduals,
} from './slider/identify-slider.js';

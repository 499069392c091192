export { installFloor, type MatterFloorOptions } from './install.js';

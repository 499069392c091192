export { installFloor } from './install.js';

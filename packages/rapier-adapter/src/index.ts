export {
  installFriction,
  type RapierContact,
  type RapierFriction,
  type RapierFrictionOptions,
} from './install/install.js';

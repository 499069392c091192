export type { JointFrictionOptions } from '@stiction/friction-core';
export {
  installFriction,
  type RapierContact,
  type RapierContactsOptions,
  type RapierFriction,
  type RapierFrictionOptions,
  type RapierImpact,
} from './install/install.js';

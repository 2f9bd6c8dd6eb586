// Written by `make types` from services/protocol; do not edit.

export type * from './ids';
export type * from './error-code';
export type * from './tool-choice';
export type * from './resolution';
export type * from './data-part';
export type * from './ui-message';
export type * from './chunk';
export type * from './turn-event';
export type * from './api';
export type * from './limits';
export type * from './manage';
export type * from './trial';
export type * from './insights';
export type * from './audit';
export type * from './trace';

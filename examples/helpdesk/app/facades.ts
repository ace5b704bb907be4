import { createFacades } from '@taproot/core';

/** This application's facades: import them wherever you need them, except in configuration files. */
export const handle = createFacades();
export const { facades, middleware } = handle;

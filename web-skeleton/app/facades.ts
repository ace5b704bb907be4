import { createFacades } from '@taproot/core';

/** This application's facades: import them wherever you need them. */
export const handle = createFacades();
export const { facades, middleware } = handle;

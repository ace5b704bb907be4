import { createFacades } from '@taproot/core';

/** This application's facades: import them wherever the application is at work. */
export const handle = createFacades();
export const { facades, middleware } = handle;

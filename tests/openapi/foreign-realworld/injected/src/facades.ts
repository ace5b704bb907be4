import { createFacades } from '@taproot/core';

export const handle = createFacades();
export const { facades, middleware } = handle;

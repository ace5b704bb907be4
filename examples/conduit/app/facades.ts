import { createFacades } from '@taproot/core';

export const handle = createFacades();
export const { facades, middleware } = handle;

/** The database: a query builder, typed by `models/tables.ts`. */
export const db = () => facades.DB();

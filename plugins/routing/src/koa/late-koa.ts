import { errors } from '../errors.ts';
import type * as KoaEngine from './koa-engine.ts';

type Engine = typeof KoaEngine;

let loaded: Engine | null = null;

/** Loads what runs Koa's middleware: with the engine, so that an application boots without it. */
export const loadKoa = async (): Promise<Engine> => (loaded ??= await import('./koa-engine.ts'));

/** The same once it is loaded, as it is on every request; before that `E_HTTP_NOT_READY`. */
export const loadedKoa = (): Engine => {
  if (loaded === null) throw errors.E_HTTP_NOT_READY();
  return loaded;
};

import type { RouteInfo } from '@taproot/core';
import { SyncWaterfallHook } from 'tapable';
import type { JsonObject } from './document/json.ts';

/** The errors that an operation answers with one status. */
export interface ApiProblem {
  /** `default` for every status that the operation does not name. */
  readonly status: number | 'default';
  /** The codes that the framework gives these errors; empty for `default`. */
  readonly codes: readonly string[];
  /** When it is answered, in a sentence. */
  readonly description: string;
  /** JSON Schema of the body, which is JSON. */
  readonly schema: JsonObject;
}

/** Which operation problems belong to. */
export interface ApiProblemContext {
  /** Null for the response `default`, which all operations share. */
  readonly route: RouteInfo | null;
  /** In lower case; empty for `default`. */
  readonly method: string;
  /** Fields with rules. */
  readonly fields: readonly string[];
}

/** The hooks of the document. */
export const createApiHooks = () => ({
  /** The errors of one operation, or the response `default`: what a tap of `http.error` answers, a tap of this one says. */
  problem: new SyncWaterfallHook<[readonly ApiProblem[], ApiProblemContext]>(['problems', 'context']),
});

/** The hooks of the document. */
export type ApiHooks = Readonly<ReturnType<typeof createApiHooks>>;

declare module '@taproot/core' {
  interface PluginHooks {
    /** Hooks of the OpenAPI document; the commands call them. */
    api: ApiHooks;
  }
}

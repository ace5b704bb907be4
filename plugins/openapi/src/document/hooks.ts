import type { RouteInfo } from '@taproot/core/plugin';
import { SyncHook, SyncWaterfallHook } from 'tapable';
import type { JsonObject } from '../json.ts';
import type { Gap } from '../reader/type-reader.ts';

/** The errors that an operation answers with one status. */
export interface OpenApiProblem {
  /** `default` for every status that the operation does not name. */
  readonly status: number | 'default';
  /** The codes that the framework gives these errors; empty for `default`. */
  readonly codes: readonly string[];
  /** When it is answered, in a sentence. */
  readonly description: string;
  /** JSON Schema of the body, which is JSON. */
  readonly schema: JsonObject;
}

/** The operation that problems belong to. */
export interface OpenApiProblemContext {
  /** Null for the response `default`, which all operations share. */
  readonly route: RouteInfo | null;
  /** In lower case; empty for `default`. */
  readonly method: string;
  /** Fields with rules. */
  readonly fields: readonly string[];
}

/** The operation that a tap changes. */
export interface OpenApiOperationContext {
  /** The route that the operation describes. */
  readonly route: RouteInfo;
  /** In lower case. */
  readonly method: string;
  /** The path as the document has it, such as `/posts/{id}`. */
  readonly path: string;
}

/** The hooks of the document. */
export const createOpenApiHooks = () => ({
  /** One operation object before it enters the document; the result of a tap replaces it. */
  operation: new SyncWaterfallHook<[JsonObject, OpenApiOperationContext]>(['operation', 'context']),
  /** The complete document; the result of a tap replaces it. */
  document: new SyncWaterfallHook<[JsonObject]>(['document']),
  /** Each gap, once. */
  gap: new SyncHook<[Gap]>(['gap']),
  /**
   * The errors of one operation, or the response `default`. A plugin that changes errors in `http.error` describes them
   * here.
   */
  problem: new SyncWaterfallHook<[readonly OpenApiProblem[], OpenApiProblemContext]>(['problems', 'context']),
});

/** The hooks of the document. */
export type OpenApiHooks = Readonly<ReturnType<typeof createOpenApiHooks>>;

declare module '@taproot/core' {
  interface PluginHooks {
    /** Hooks of the OpenAPI document; the commands call them. */
    openapi: OpenApiHooks;
  }
}

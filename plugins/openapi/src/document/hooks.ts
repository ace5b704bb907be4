import type { RouteInfo } from '@taproot/core/plugin';
import { SyncHook, SyncWaterfallHook } from 'tapable';
import type { JsonObject } from '../json.ts';
import type { Gap } from '../reader/type-reader.ts';

/** The errors of an operation with the same status. */
export interface OpenApiProblem {
  /** HTTP status; `default` for every status that the operation does not list. */
  readonly status: number | 'default';
  /** The framework's codes of these errors; empty for `default`. */
  readonly codes: readonly string[];
  /** When the operation answers so, in a sentence. */
  readonly description: string;
  /** JSON Schema of the JSON body. */
  readonly schema: JsonObject;
  /** Media type of the body, such as `application/problem+json`; that of `openapi.problem_type` when left out. */
  readonly type?: string;
}

/** The operation of some problems. */
export interface OpenApiProblemContext {
  /** The route; null for the response `default`, which all operations share. */
  readonly route: RouteInfo | null;
  /** HTTP method in lower case; empty for `default`. */
  readonly method: string;
  /** Fields with rules. */
  readonly fields: readonly string[];
}

/** The operation that a tap changes. */
export interface OpenApiOperationContext {
  /** The route that the operation describes. */
  readonly route: RouteInfo;
  /** HTTP method in lower case. */
  readonly method: string;
  /** The path in the document, such as `/posts/{id}`. */
  readonly path: string;
}

/** The document that a tap changes. */
export interface OpenApiDocumentContext {
  /** Its key in `openapi.documents`; null for the first document. */
  readonly name: string | null;
}

/** The hooks of the document. */
export const createOpenApiHooks = () => ({
  /** Called for each operation object before it is added to the document. The result of a tap replaces it. */
  operation: new SyncWaterfallHook<[JsonObject, OpenApiOperationContext]>(['operation', 'context']),
  /** Called with the complete document. The result of a tap replaces it. */
  document: new SyncWaterfallHook<[JsonObject, OpenApiDocumentContext]>(['document', 'context']),
  /** Called once for each gap. */
  gap: new SyncHook<[Gap]>(['gap']),
  /**
   * Called with the errors of one operation, or the response `default`. A plugin that changes errors in `http.error` describes its changes
   * here.
   */
  problem: new SyncWaterfallHook<[readonly OpenApiProblem[], OpenApiProblemContext]>(['problems', 'context']),
});

/** The hooks of the document. */
export type OpenApiHooks = Readonly<ReturnType<typeof createOpenApiHooks>>;

declare module '@taproot/core' {
  interface PluginHooks {
    /** Hooks of the OpenAPI document. The commands call them. */
    openapi: OpenApiHooks;
  }
}

import type * as ast from 'typescript/unstable/ast';
import type * as api from 'typescript/unstable/sync';

/**
 * A compiler as the reader uses it: the two modules of TypeScript 7. They are unstable, so only this folder and the adapters use them. The
 * adapter of another version answers the same calls.
 */
export interface CompilerModules {
  readonly api: typeof api;
  readonly ast: typeof ast;
}

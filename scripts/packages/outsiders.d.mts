/** Where the compiler is, and where the types of packages are. */
export interface Compiling {
  readonly tsc: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
}

export const usedByOutsiders: (root: string) => readonly string[];
export const outsidersOf: (root: string) => readonly string[];
export const compileOutsiders: (root: string, folder: string, options: Compiling) => Promise<readonly string[]>;
export const unusedBy: (files: readonly string[], ours: readonly string[]) => readonly string[];
export const testOutsiders: (root: string, folder: string) => Promise<{ readonly passed: number }>;

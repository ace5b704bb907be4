export interface Change {
  readonly names: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly own: boolean;
}

export const nextVersion: (current: string, word: string) => string;
export const withVersion: (text: string, change: Change) => string;

/** What an author writes. */
export interface Draft {
  readonly title: string;
  readonly body: string;
}

/** An article of the example application. */
export interface Post extends Draft {
  readonly id: number;
  /** Names of the stored attachments. */
  readonly attachments: readonly string[];
}

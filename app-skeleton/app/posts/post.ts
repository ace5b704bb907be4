/** What an author writes. */
export interface Draft {
  readonly title: string;
  readonly body: string;
  /** The post's name in addresses, unique; made from the title when it is left out. */
  readonly slug?: string | null;
}

/** An article of the example application. */
export interface Post {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly body: string;
  /** The user who wrote it; null for a guest. */
  readonly authorId: number | null;
  /** Names of the stored attachments. */
  readonly attachments: readonly string[];
}

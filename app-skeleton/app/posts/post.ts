/** An article of the example application. */
export interface Post {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  /** Names of the stored attachments. */
  readonly attachments: readonly string[];
}

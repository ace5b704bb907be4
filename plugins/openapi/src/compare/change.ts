/** A difference between two documents. A breaking one may stop a client that follows the old document. */
export interface Change {
  readonly breaking: boolean;
  /** `POST /posts: body.title is now required` */
  readonly text: string;
}

/** Collects the changes of one operation. */
export class Changes {
  readonly all: Change[] = [];

  breaking(text: string): void {
    this.all.push({ breaking: true, text });
  }

  additive(text: string): void {
    this.all.push({ breaking: false, text });
  }
}

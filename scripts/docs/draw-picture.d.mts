/** A box in a grid; `at` is column and row. */
export interface Box {
  readonly id?: string;
  readonly label: string;
  readonly note?: string;
  readonly at: readonly [column: number, row: number];
  /** How many columns it takes; 1 when left out. */
  readonly span?: number;
  readonly kind?: 'app' | 'outside' | 'bad';
}

/** An arrow between two boxes, by id or label. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly kind?: 'back';
}

/** A picture as docs/pictures/*.json holds it. */
export interface Picture {
  readonly title: string;
  readonly text: string;
  readonly boxes: readonly Box[];
  readonly arrows?: readonly Arrow[];
  readonly bands?: readonly {
    readonly label: string;
    readonly from: readonly [number, number];
    readonly to: readonly [number, number];
  }[];
}

/** A trace: its spans in the order of their rows, with milliseconds from the start of the first. */
export interface Waterfall {
  readonly title: string;
  readonly text: string;
  readonly spans: readonly {
    readonly name: string;
    readonly depth: number;
    readonly start: number;
    readonly ms: number;
    readonly kind?: 'app' | 'outside';
  }[];
}

export function drawPicture(picture: Picture | Waterfall): string;

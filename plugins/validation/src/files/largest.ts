/** Pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** The size of the most pixels, the first of several; null of none. */
export const largest = (sizes: readonly Dimensions[]): Dimensions | null =>
  sizes.reduce<Dimensions | null>(
    (most, size) => (most === null || size.width * size.height > most.width * most.height ? size : most),
    null,
  );

/** Pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** The size with the most pixels; the first one if several are equal; null for an empty list. */
export const largest = (sizes: readonly Dimensions[]): Dimensions | null =>
  sizes.reduce<Dimensions | null>(
    (most, size) => (most === null || size.width * size.height > most.width * most.height ? size : most),
    null,
  );

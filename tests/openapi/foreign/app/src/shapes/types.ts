export interface Tree<T> {
  value: T;
  children: Tree<T>[];
}

export interface Person {
  id: number;
  name: string;
  born: Date;
  email?: string;
  secret: string;
}

export interface Timestamps {
  createdAt: Date;
  updatedAt: Date | null;
}

export type Brand<T, B extends string> = T & { readonly __brand?: B };
export type UserId = Brand<string, 'UserId'>;

export enum Color {
  Red = 'red',
  Green = 'green',
}

export enum Level {
  Low = 1,
  High = 2,
}

export type Serialized<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | undefined ? string | undefined : T[K];
};
export type Flags<K extends string> = { [P in K as `can_${P}`]: boolean };
export type Nullable<T> = { [K in keyof T]: T[K] | null };
export type DeepReadonly<T> = { readonly [K in keyof T]: T[K] extends object ? DeepReadonly<T[K]> : T[K] };

export type Shape =
  | { type: 'circle'; radius: number }
  | { type: 'square'; side: number }
  | { type: 'path'; points: [number, number][] };

export interface Linked {
  value: number;
  next: Linked | null;
}

export class Cash {
  readonly #cents: number;

  constructor(cents: number) {
    this.#cents = cents;
  }

  toJSON() {
    return { amount: this.#cents / 100, currency: 'EUR' as const };
  }
}

export namespace Geo {
  export interface Point {
    lat: number;
    lng: number;
    label?: string;
  }

  export const origin = (): Point => ({ lat: 0, lng: 0 });

  export function around(point: Point, steps: number): Point[] {
    return Array.from({ length: steps }, (_, step) => ({ ...point, lat: point.lat + step }));
  }
}

export interface Envelope<T, M = undefined> {
  data: T;
  meta: M;
}

/** `true` when `A` and `B` are the same type, not merely assignable to each other. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- two generic functions are alike only when A and B are the same
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Does not compile unless the type given is `true`: `expectType<Equal<typeof x, string>>()`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type argument is the assertion
export const expectType = <_Truth extends true>(): void => undefined;

/** Lines that are there for the compiler alone; they are never run. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- lets the lines take arguments of any type
export const onlyCompiled = <Given extends unknown[]>(_lines: (...given: Given) => unknown): void => undefined;

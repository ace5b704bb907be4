/** Declared names that must compile. */
export const rightNames: readonly string[] = [`return route.url('home');`];

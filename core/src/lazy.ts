/**
 * What is made by the first call, and the same for every other. With a `require` it stands for a package that no boot
 * needs, where code is synchronous; elsewhere there is `import()`. It is then the package's CommonJS form, which shares no
 * classes with its ES modules.
 */
export const lazy = <Value extends {}>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

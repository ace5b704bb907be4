const warned = new Set<string>();

/** Warns once per process about an old name of a rule or filter. */
export const warnOnce = (what: 'rule' | 'filter', name: string, replacement: string): void => {
  const key = `${what} ${name}`;
  if (warned.has(key)) return;
  warned.add(key);
  process.emitWarning(`The validation ${what} "${name}" is deprecated; write "${replacement}".`, {
    type: 'DeprecationWarning',
    code: 'TAPROOT_VALIDATION',
  });
};

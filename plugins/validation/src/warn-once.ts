const warned = new Set<string>();

/** Tells once per process that a rule or filter is written by an old name. */
export const warnOnce = (what: 'rule' | 'filter', name: string, replacement: string): void => {
  const key = `${what} ${name}`;
  if (warned.has(key)) return;
  warned.add(key);
  process.emitWarning(`The validation ${what} "${name}" is deprecated; write "${replacement}".`, {
    type: 'DeprecationWarning',
    code: 'TAPROOT_VALIDATION',
  });
};

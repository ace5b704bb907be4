/** The oldest version of Node that runs Taproot, as `engines` of package.json says. */
const oldest = [20, 19] as const;

/** The message for a version of Node that is too old; null for a version that works. */
export const oldNode = (version: string): string | null => {
  const [major, minor] = [Number.parseInt(version, 10), Number(version.split('.')[1])];
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return null;
  return `Taproot needs Node ${oldest.join('.')} or newer; this is ${version}.`;
};

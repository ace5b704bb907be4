const lastLine = (error) =>
  String(error instanceof Error ? error.message : error)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /error|cannot|must|E_|ERR/i.test(line))
    ?.slice(0, 160) ?? 'failed';

/** `yes` with the seconds that work took, or `NO` with the line that says why. */
export const outcome = async (work) => {
  const began = performance.now();
  try {
    await work();
    return `yes, ${((performance.now() - began) / 1000).toFixed(1)} s`;
  } catch (error) {
    return `NO: ${lastLine(error)}`;
  }
};

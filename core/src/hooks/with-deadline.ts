// Node fires a timer of more than 2^31 - 1 ms (24.8 days) at once. A deadline that long counts as no deadline.
const longest = 2 ** 31 - 1;

/** Settles as `work` does, or rejects with the error of `late` once `seconds` are over. */
export const withDeadline = async <Value>(work: Promise<Value>, seconds: number, late: () => Error): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(seconds * 1000, longest));
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};

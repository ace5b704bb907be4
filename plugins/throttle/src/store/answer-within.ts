/**
 * Settles like `work`, or rejects after `seconds`. Unlike a plain timer it lets a busy process look at its sockets once
 * more: an answer that arrived while the process was busy is not late.
 */
export const answerWithin = <Value>(work: Promise<Value>, seconds: number, late: () => Error): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(late())), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/**
 * Settles like `work`, or rejects after `seconds`. Unlike a plain timer, it reads the sockets once more before it rejects, so that an
 * answer that arrived while the process was busy is not late.
 */
export const answerWithin = <Value>(work: Promise<Value>, seconds: number, late: () => Error): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(late())), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

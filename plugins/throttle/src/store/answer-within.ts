/**
 * Settles as `work` does, or rejects once `seconds` are over. Unlike a plain timer it grants a busy process one look at
 * its sockets first: an answer that lay there while the process was busy is not late.
 */
export const answerWithin = <Value>(work: Promise<Value>, seconds: number, late: () => Error): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(late())), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

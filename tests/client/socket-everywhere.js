// The same checks of the client of sockets in every runtime: plain JavaScript, and the WebSocket that the runtime has.

/** In a process of its own: `socket-everywhere.js <client> <url>` prints the faults as JSON. */
const [, , client = '', url = ''] = globalThis.process.argv;
const { connect } = await import(client);

/** @type {string[]} */
const faults = [];
const must = (/** @type {string} */ what, /** @type {unknown} */ value, /** @type {unknown} */ wanted) => {
  const [is, ought] = [JSON.stringify(value), JSON.stringify(wanted)];
  if (is !== ought) faults.push(`${what}: ${is}, not ${ought}`);
};

/** @type {unknown[][]} */
const states = [];
const connection = connect(`${url}/everywhere/1`, {
  query: { as: 'ann ü' },
  wait: '1ms',
  onState: (/** @type {string} */ state, /** @type {number} */ code) => void states.push([state, code]),
});
const next = (/** @type {string} */ event) =>
  new Promise((resolve) => {
    const stop = connection.on(event, (/** @type {unknown} */ data) => {
      stop();
      resolve(data);
    });
  });

// Waits until there is a connection.
connection.send('say', { text: 'grüße' });
must('a message each way', await next('said'), { from: 'ann ü', text: 'grüße' });
connection.send('say', { text: 7 });
const refused = await next('error');
must('a wrong message', [refused.code, Object.keys(refused.errors)], ['E_VALIDATION_FAILED', ['text']]);
connection.send('cut', {});
// It is sent on the next connection, which hears what came in between.
connection.send('say', { text: 'again' });
must('an event after a cut', await next('said'), { from: 'ann ü', text: 'again' });
must('states', states, [
  ['open', 0],
  ['waiting', 1012],
  ['connecting', 0],
  ['open', 0],
]);
connection.close();
must('closed', states.at(-1)?.[0], 'closed');
console.log(JSON.stringify(faults));

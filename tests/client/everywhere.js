// The same checks of the client in every runtime: plain JavaScript, and nothing but what all platforms have.

const must = (/** @type {string} */ what, /** @type {unknown} */ value, /** @type {unknown} */ wanted) => {
  const [is, ought] = [JSON.stringify(value), JSON.stringify(wanted)];
  return is === ought ? [] : [`${what}: ${is}, not ${ought}`];
};

/**
 * What is wrong with the client on this platform; empty when all is well.
 * @param {import('./shop/api/routes.js').Api} api of a client without retries
 */
export const faultsOf = async (api) => {
  const faults = [];
  const made = await api.posts.store({ body: { title: 'Everywhere', tags: ['a b', 'ü'] } });
  faults.push(...must('store', [made.ok, made.status], [true, 201]));
  const id = made.ok ? made.data.id : 0;
  const shown = await api.posts.show({ params: { id } });
  faults.push(...must('show', shown.ok && shown.data.tags, ['a b', 'ü']));
  const invalid = await api.posts.store({ body: { title: '' } });
  faults.push(...must('422', invalid.status === 422 && invalid.errors.title, ['The title is required.']));
  const missing = await api.posts
    .show({ params: { id: 9999 } })
    .data()
    .catch((error) => [error.name, error.result.status]);
  faults.push(...must('data()', missing, ['ApiError', 404]));
  const found = await api.search({ query: { q: 'a&b', exact: true, sizes: [1, 2] } });
  faults.push(...must('search', found.ok && found.data, { q: 'a&b', exact: true, sizes: [1, 2] }));
  const nothing = await api.nothing();
  faults.push(...must('204', [nothing.status, nothing.ok && nothing.data], [204, undefined]));
  const picture = await api.picture();
  faults.push(...must('bytes', picture.ok && [picture.data.size, picture.data.type], [3, 'image/png']));
  const moved = await api.moved();
  faults.push(...must('redirect', moved.ok && (await moved.data.text()), 'plain'));
  const ticks = [];
  for await (const { data } of await api.ticks().data()) ticks.push(data.n);
  faults.push(...must('events', ticks, [1, 2, 3, 4, 5]));

  let last = { sent: 0, total: -1 };
  const cover = new File([new Uint8Array(300_000)], 'cover.bin');
  const uploaded = await api.uploads.store(
    { body: { title: 'A', cover } },
    { onProgress: (progress) => void (last = progress) },
  );
  faults.push(...must('upload', uploaded.ok && [uploaded.data.size, uploaded.data.name], [300_000, 'cover.bin']));
  faults.push(...must('progress', [last.sent === last.total, last.sent >= 300_000], [true, true]));

  const abort = new AbortController();
  const pending = api.ticks({}, { signal: abort.signal });
  abort.abort();
  const aborted = await pending;
  faults.push(...must('abort', aborted.status === 0 && aborted.reason, 'aborted'));
  const late = await api.text({}, { timeout: 1e-6 });
  faults.push(...must('timeout', late.status === 0 && late.reason, 'timeout'));
  return faults;
};

/** In a process of its own: `everywhere.js <client> <routes> <url>` prints the faults as JSON. */
const runAlone = async () => {
  const [, , client = '', table = '', baseUrl = ''] = globalThis.process.argv;
  const { createClient } = await import(client);
  const { routes } = await import(table);
  console.log(JSON.stringify(await faultsOf(createClient({ routes, baseUrl, retry: 0 }))));
};

if (globalThis.process?.argv?.[1]?.endsWith('everywhere.js')) void runAlone();

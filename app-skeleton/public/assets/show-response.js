const section = document.querySelector('#response');
const outcome = document.querySelector('#outcome');
const request = document.querySelector('#asked');
const headers = document.querySelector('#headers');
const content = document.querySelector('#content');

const readable = /^text\/|[/+](?:json|xml|javascript)\b/;
const longest = 100_000;

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

const bytes = (size) => (size < 1024 ? `${size} bytes` : `${(size / 1024).toFixed(1)} KiB`);

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const textOf = async (blob) => {
  const text = await blob.text();
  const shown = blob.type.includes('json') ? pretty(text) : text;
  return shown.length > longest ? `${shown.slice(0, longest)}\n… and more` : shown;
};

// Address of the last file that can be saved. Its memory is released when the next response arrives.
let offered = '';

const offer = (blob, name) => {
  offered = URL.createObjectURL(blob);
  return Object.assign(element('a', `Save this file (${blob.type || 'unknown type'})`), {
    href: offered,
    download: name,
  });
};

const show = (summary, family) => {
  URL.revokeObjectURL(offered);
  outcome.textContent = summary;
  outcome.dataset.family = family;
  section.hidden = false;
};

/** Shows a response: status, time, size, headers, and the body as text or as a file to save. */
export const showResponse = async ({ asked, response, blob, milliseconds }) => {
  const status = `${response.status} ${response.statusText}`.trim();
  const where = response.redirected ? ` · redirected to ${new URL(response.url).pathname}` : '';
  show(`${status} · ${milliseconds.toFixed(1)} ms · ${bytes(blob.size)}${where}`, String(response.status)[0]);
  request.textContent = asked;
  headers.replaceChildren(
    ...[...response.headers].flatMap(([name, value]) => [element('dt', name), element('dd', value)]),
  );
  content.hidden = blob.size === 0;
  if (content.hidden) return;
  const name = new URL(response.url).pathname.split('/').at(-1) || 'download';
  content.replaceChildren(readable.test(blob.type) ? await textOf(blob) : offer(blob, name));
};

/** Shows why there was no response. */
export const showFailure = (reason) => {
  show(`No answer: ${reason}`, 'none');
  request.textContent = '';
  headers.replaceChildren();
  content.hidden = true;
};

import { fill, parameters } from './route-pattern.js';
import { showFailure, showResponse } from './show-response.js';

const notice = document.querySelector('#notice');
const workbench = document.querySelector('#workbench');
const list = document.querySelector('#routes');
const form = document.querySelector('#request');
const address = document.querySelector('#address');
const fields = document.querySelector('#parameters');
const kept = document.querySelector('#kept');
const { method, token, query, headers, body, json, field, file } = form.elements;
const [submit] = form.querySelectorAll('[type="submit"]');

// Example input for the routes of a new application, and for parameters by name. The page shows the first route first.
const account = { email: 'ada@example.com', password: 'analytical engine' };
const bodies = new Map([
  ['posts.index', { kind: 'none', value: {} }],
  ['register', { kind: 'json', value: account }],
  ['login', { kind: 'json', value: account }],
  ['posts.store', { kind: 'json', value: { title: 'My first post', body: 'Written on the welcome page.' } }],
  ['posts.update', { kind: 'json', value: { title: 'A better title' } }],
  ['attachments.store', { kind: 'file', value: {} }],
]);
const typed = new Map([['id', '1']]);

let chosen = null;
// The tokens of the last response that had some. The route `refresh` sends the refresh token instead of the access token.
const tokens = { access: '', refresh: '' };

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// Lets a long path break before a slash rather than within a name.
const breakable = (path) => path.split(/(?=\/)/).flatMap((segment) => [document.createElement('wbr'), segment]);

const hasBody = () => method.value !== 'GET' && method.value !== 'HEAD';
const kind = () => (hasBody() ? form.elements.kind.value : 'none');

const target = () => {
  const search = query.value.replace(/^\?/, '');
  return fill(chosen.path, typed) + (search === '' ? '' : `?${search}`);
};

/** Shows the fields for the chosen method and kind of body. Hidden fields are not validated. */
const refresh = () => {
  address.value = target();
  body.hidden = !hasBody();
  for (const part of body.querySelectorAll('[data-kind]')) {
    part.hidden = part.dataset.kind !== kind();
    for (const control of part.querySelectorAll('input, textarea')) control.disabled = part.hidden;
  }
};

const parameterField = ({ name, required, constraint }) => {
  const input = element('input', { value: typed.get(name) ?? '', required, autocomplete: 'off', spellcheck: false });
  if (constraint !== undefined) input.placeholder = constraint;
  input.addEventListener('input', () => {
    typed.set(name, input.value);
  });
  return element('label', {}, name, input);
};

const choose = (route, radio) => {
  chosen = route;
  radio.checked = true;
  const example = bodies.get(route.name) ?? { kind: 'none', value: {} };
  method.replaceChildren(...route.methods.map((name) => new Option(name, name)));
  fields.replaceChildren(...parameters(route.path).map(parameterField));
  query.value = '';
  form.elements.kind.value = example.kind;
  json.value = JSON.stringify(example.value, null, 2);
  if (Object.values(tokens).includes(token.value))
    token.value = route.name === 'refresh' ? tokens.refresh : tokens.access;
  refresh();
};

// Radio buttons: the whole list is one stop of the Tab key, and the arrow keys go through it.
const routeItem = (route) => {
  const label = route.methods.length > 3 ? 'ANY' : route.methods.find((name) => name !== 'HEAD');
  const radio = element('input', { type: 'radio', name: 'route', className: 'unseen' });
  radio.addEventListener('change', () => choose(route, radio));
  const item = element(
    'label',
    {},
    radio,
    element('span', { className: 'method', textContent: label ?? 'HEAD' }),
    element('span', { className: 'path' }, ...breakable(route.path)),
    element('span', { className: 'name', textContent: route.name || route.handler }),
  );
  // On a small screen the form is far below the list.
  item.addEventListener('pointerup', () => setTimeout(() => form.scrollIntoView({ block: 'nearest' })));
  return item;
};

const headersOf = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new Error(`The header "${line}" needs a name, a colon and a value.`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });

const membersOf = async (blob) => {
  try {
    return JSON.parse(await blob.text()) ?? {};
  } catch {
    return {};
  }
};

/** Takes the tokens out of a response, so that the next request may send them. */
const keepTokens = async (blob) => {
  kept.textContent = '';
  if (!blob.type.includes('json')) return;
  const { access_token: access, refresh_token: refreshToken } = await membersOf(blob);
  if (typeof access !== 'string') return;
  Object.assign(tokens, { access, refresh: typeof refreshToken === 'string' ? refreshToken : '' });
  token.value = access;
  kept.textContent = 'The token of this response is now in the field Token.';
};

const payload = () => {
  if (kind() === 'json') return { body: new Blob([json.value], { type: 'application/json' }) };
  if (kind() === 'none') return {};
  const upload = new FormData();
  upload.append(field.value, file.files[0]);
  return { body: upload };
};

const send = async () => {
  const asked = `${method.value} ${target()}`;
  const began = performance.now();
  const response = await fetch(target(), {
    method: method.value,
    // Never shows an old answer from the browser's cache.
    cache: 'no-store',
    headers: [
      ...(token.value.trim() === '' ? [] : [['Authorization', `Bearer ${token.value.trim()}`]]),
      ...headersOf(headers.value),
    ],
    ...payload(),
  });
  const blob = await response.blob();
  await showResponse({ asked, response, blob, milliseconds: performance.now() - began });
  await keepTokens(blob);
};

form.addEventListener('input', refresh);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  submit.disabled = true;
  try {
    await send();
  } catch (error) {
    kept.textContent = '';
    showFailure(error.message);
  }
  submit.disabled = false;
  document.querySelector('#response').scrollIntoView({ block: 'nearest' });
});

const showRoutes = (routes) => {
  list.replaceChildren(...routes.map(routeItem));
  notice.textContent = 'These are the routes of the running application. Choose one, fill it in, send it.';
  workbench.hidden = false;
  const [begin] = bodies.keys();
  const first = Math.max(
    0,
    routes.findIndex(({ name }) => name === begin),
  );
  choose(routes[first], list.children[first].querySelector('input'));
};

const start = async () => {
  const response = await fetch('/routes', { headers: { accept: 'application/json' } });
  if (response.ok) showRoutes(await response.json());
  else notice.textContent = `The application could not tell its routes: ${response.status} ${response.statusText}.`;
};

start().catch(() => {
  notice.textContent = 'The application does not answer. Is it still running?';
});

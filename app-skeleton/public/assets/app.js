import { fill, parameters } from './route-pattern.js';
import { showFailure, showResponse } from './show-response.js';

const notice = document.querySelector('#notice');
const workbench = document.querySelector('#workbench');
const list = document.querySelector('#routes');
const form = document.querySelector('#request');
const address = document.querySelector('#address');
const fields = document.querySelector('#parameters');
const { method, query, body, json, field, file } = form.elements;
const [submit] = form.querySelectorAll('[type="submit"]');

// What is filled in for the routes this application came with, and for parameters by name.
const bodies = new Map([
  ['posts.store', { kind: 'json', value: { title: 'My first post', body: 'Written on the welcome page.' } }],
  ['posts.update', { kind: 'json', value: { title: 'A better title' } }],
  ['attachments.store', { kind: 'file', value: {} }],
]);
const typed = new Map([['id', '1']]);

let chosen = null;

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

/** Shows what belongs to the method and kind of body that are chosen; what is hidden is also left out of validation. */
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

const choose = (route, button) => {
  chosen = route;
  for (const other of list.querySelectorAll('button')) other.removeAttribute('aria-current');
  button.setAttribute('aria-current', 'true');
  const example = bodies.get(route.name) ?? { kind: 'none', value: {} };
  method.replaceChildren(...route.methods.map((name) => new Option(name, name)));
  fields.replaceChildren(...parameters(route.path).map(parameterField));
  query.value = '';
  form.elements.kind.value = example.kind;
  json.value = JSON.stringify(example.value, null, 2);
  refresh();
};

const routeItem = (route) => {
  const label = route.methods.length > 3 ? 'ANY' : route.methods.find((name) => name !== 'HEAD');
  const button = element(
    'button',
    { type: 'button' },
    element('span', { className: 'method', textContent: label ?? 'HEAD' }),
    element('span', { className: 'path' }, ...breakable(route.path)),
    element('span', { className: 'name', textContent: route.name || route.handler }),
  );
  button.addEventListener('click', () => {
    choose(route, button);
    form.scrollIntoView({ block: 'nearest' });
  });
  return element('li', {}, button);
};

const payload = () => {
  if (kind() === 'json') return { headers: { 'content-type': 'application/json' }, body: json.value };
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
    // A newcomer sees every answer as the application gives it, none out of the browser's store.
    cache: 'no-store',
    ...payload(),
  });
  const blob = await response.blob();
  await showResponse({ asked, response, blob, milliseconds: performance.now() - began });
};

form.addEventListener('input', refresh);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  submit.disabled = true;
  try {
    await send();
  } catch (error) {
    showFailure(error.message);
  }
  submit.disabled = false;
  document.querySelector('#response').scrollIntoView({ block: 'nearest' });
});

const showRoutes = (routes) => {
  list.replaceChildren(...routes.map(routeItem));
  notice.textContent = 'These are the routes of the running application. Choose one, fill it in, send it.';
  workbench.hidden = false;
  const first = Math.max(
    0,
    routes.findIndex(({ name }) => name === 'posts.index'),
  );
  choose(routes[first], list.children[first].querySelector('button'));
};

const inProduction =
  'This application runs in production, so it keeps its routes to itself. To see and try them here, copy ' +
  '.env.example to .env, which says APP_ENV=development, and start again.';

const start = async () => {
  const response = await fetch('/routes', { headers: { accept: 'application/json' } });
  if (response.ok) showRoutes(await response.json());
  else if (response.status === 404) notice.textContent = inProduction;
  else notice.textContent = `The application could not tell its routes: ${response.status} ${response.statusText}.`;
};

start().catch(() => {
  notice.textContent = 'The application does not answer. Is it still running?';
});

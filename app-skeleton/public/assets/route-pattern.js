// `{id}`, `{id?}` (may be left out), `{path*}` (the rest) and `{id:[0-9]{4}}` (with what it must match).
const placeholder = /\/?\{(\w+)([?*]?)(?::((?:[^{}]|\{[^{}]*\})*))?\}/g;

/** The parameters of a route pattern, in order. */
export const parameters = (pattern) =>
  [...pattern.matchAll(placeholder)].map(([, name, mark, constraint]) => ({
    name,
    required: mark !== '?',
    constraint,
  }));

const encode = (value, mark) =>
  mark === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);

/** The path with its parameters filled in. A missing parameter stays in braces; a missing optional one is left out. */
export const fill = (pattern, values) => {
  const path = pattern.replaceAll(placeholder, (written, name, mark) => {
    const value = values.get(name) ?? '';
    if (value === '') return mark === '?' ? '' : written;
    return (written.startsWith('/') ? '/' : '') + encode(value, mark);
  });
  return path === '' ? '/' : path;
};

import type { FoundCall } from './reached-calls.ts';
import type { Session } from './session.ts';
import type { InputFact } from './type-reader.ts';
import type { TypeShape } from './type-shape.ts';

type Place = InputFact['in'];

/** Methods of `ctx.request()` that read one value by name: the place where they look, and the type they return. */
const readers: Readonly<Record<string, readonly [Place, TypeShape]>> = {
  header: ['header', { kind: 'string' }],
  cookie: ['cookie', { kind: 'string' }],
  query: ['query', { kind: 'string' }],
  queryInt: ['query', { kind: 'integer' }],
  queryInt64: ['query', { kind: 'string' }],
  queryBool: ['query', { kind: 'boolean' }],
  queryArray: ['query', { kind: 'array', of: { kind: 'string' } }],
  input: ['body', { kind: 'string' }],
  inputInt: ['body', { kind: 'integer' }],
  inputInt64: ['body', { kind: 'string' }],
  inputBool: ['body', { kind: 'boolean' }],
  inputArray: ['body', { kind: 'array', of: { kind: 'string' } }],
  inputMap: ['body', { kind: 'object', members: [], open: { kind: 'unknown' } }],
  inputMapArray: ['body', { kind: 'array', of: { kind: 'object', members: [], open: { kind: 'unknown' } } }],
  file: ['file', { kind: 'string' }],
  files: ['file', { kind: 'array', of: { kind: 'string' } }],
  routeInt: ['path', { kind: 'integer' }],
};

/** The values that code reads by literal names: `query('page')`. */
export const readInputs = (session: Session, calls: readonly FoundCall[]): InputFact[] =>
  calls.flatMap(({ node, name, file }) => {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    const [given] = node.arguments;
    // `header()` of the response has the same name.
    if (
      reader === undefined ||
      given === undefined ||
      (!file.endsWith('/request.ts') && !file.endsWith('/request.d.ts'))
    )
      return [];
    if (!session.owners.isOurs(file, 'core')) return [];
    const [where, shape] = reader;
    const names = session.literalsOf(session.cache.typeAt(given));
    return names.map((each) => ({ in: where, name: String(each), shape }));
  });

/** The fields that `unique({ slug: 'posts.slug' }, write)` names. */
export const takenFields = (session: Session, calls: readonly FoundCall[]): string[] =>
  calls.flatMap(({ node, name, file }) => {
    const [given] = node.arguments;
    if (name !== 'unique' || given === undefined || !session.owners.isOurs(file, 'validation')) return [];
    const type = session.cache.typeAt(given);
    return type === undefined ? [] : [...session.cache.propertiesOf(type).keys()];
  });

/** The abilities in calls such as `facades.Gate(ctx).authorize('post.view', post)`, whose denial is thrown. */
export const askedAbilities = (session: Session, calls: readonly FoundCall[]): string[] =>
  calls.flatMap(({ node, name, file }) => {
    const [given] = node.arguments;
    if (name !== 'authorize' || given === undefined || !session.owners.isOurs(file, 'auth')) return [];
    return session.literalsOf(session.cache.typeAt(given)).map(String);
  });

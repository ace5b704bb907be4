import { nearest } from '@taproot/core/internal';
import type { Evidence, Reason } from './evidence.ts';
import { matchesPath } from './match-path.ts';
import { handlerStep, spoken } from './stopper.ts';
import { speaker } from './why-refused.ts';

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Other routes that also match the path, as a sentence; empty if there are none. */
export const alsoFits = ({ recording, routes }: Evidence): string => {
  const others = routes.filter(
    (route) =>
      route.kind !== 'fallback' &&
      route.path !== recording.route?.path &&
      route.methods.some((method) => method === recording.method || method === 'ANY') &&
      matchesPath(route, recording.path),
  );
  return others.length === 0
    ? ''
    : ` The path also fits ${listed(others.map(({ path }) => `\`${path}\``))}, which comes after it.`;
};

export const explain404 = (evidence: Evidence): Reason => {
  const { recording, routes } = evidence;
  const { route, fault } = recording;
  const message = fault === null ? '' : ` ${fault.message}`;
  if (route !== null && route.kind === 'files')
    return {
      sentence: `The route \`${route.path}\` serves files, and has none for \`${recording.path}\`.`,
      fix: fault?.fix ?? '',
    };
  if (route !== null && route.kind !== 'fallback') {
    const { bindings } = route;
    const ran = handlerStep(recording);
    if (ran === undefined && bindings.length > 0)
      return {
        sentence: `The route \`${route.path}\` matched, but there is no value for its parameter ${listed(bindings.map((name) => `\`${name}\``))}.`,
        fix: 'Look at what `bind()` finds for the value in the path.',
      };
    return {
      sentence: `The route \`${route.path}\` matched, and ${ran === undefined ? speaker(recording) : spoken(ran)} answered 404.${message}${alsoFits(evidence)}`,
      fix: fault?.code.startsWith('E_HTTP') === true ? '' : (fault?.fix ?? ''),
    };
  }
  const near = nearest(
    recording.path,
    routes.filter(({ kind, path }) => kind !== 'fallback' && path !== '/').map(({ path }) => path),
  );
  const hint = near === null ? '' : ` Did you mean \`${near}\`?`;
  return {
    sentence: `No route has the path \`${recording.path}\`.${hint}`,
    fix: 'Compare it with the page of routes, and with prefixes of groups.',
  };
};

export const explain405 = ({ recording, routes }: Evidence): Reason => {
  const fitting = routes.filter((route) => route.kind !== 'fallback' && matchesPath(route, recording.path));
  const methods = [...new Set(fitting.flatMap((route) => route.methods))];
  const allow = methods.length > 0 ? listed(methods) : (recording.responseHeader('allow') ?? 'other methods');
  return {
    sentence: `The path \`${recording.path}\` has routes for ${allow}, but none for ${recording.method}.`,
    fix: `Send one of these methods, or register \`route.${recording.method.toLowerCase()}()\` for the path.`,
  };
};

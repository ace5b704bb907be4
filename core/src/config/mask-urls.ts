import { mask } from './mask.ts';
import { decodedName, isSecretName, isSecretParameter } from './secret-names.ts';

// Found by their signs, with the names behind them: a search for names would try each letter of a long word.
const user = /(?=:\/\/)(?<=([a-z][a-z\d+.-]{0,30})):\/\/([^:/?#@]*)([:@])/gi;
const parameter = /(?<=[?&;])([\w.%[\]+-]{1,200})=([^&\s#"<>]+)/g;

/** Shorter users are names, as in `postgres://ada@db`; addresses of the web have none. */
const shortestToken = 20;

const isToken = (scheme: string, name: string): boolean =>
  name !== '' && (/(?:https?|wss?)$/i.test(scheme) || name.length >= shortestToken);

/** A word with the password of its address masked, and with a token that is its user. */
const maskUser = (word: string): string => {
  // Up to the last @: masking too much of an odd address is better than showing half a password.
  const last = word.lastIndexOf('@');
  if (last < 0) return word;
  let masked = '';
  let end = 0;
  for (const { index, 0: whole, 1: scheme = '', 2: name = '', 3: sign } of word.matchAll(user)) {
    const behind = index + whole.length;
    if (sign === ':' && behind <= last)
      return `${masked}${word.slice(end, index)}://${name}:${mask}${word.slice(last)}`;
    if (sign === ':' || !isToken(scheme, name)) continue;
    masked += `${word.slice(end, index)}://${mask}@`;
    end = behind;
  }
  return masked + word.slice(end);
};

/**
 * A string with the credentials of its addresses masked: passwords, tokens in place of a user, and parameters that `isSecret`
 * knows or OAuth has. By default `isSecret` knows names of configurations.
 */
export const maskUrls = (text: string, isSecret: (name: string) => boolean = isSecretName): string => {
  const safe = text.includes('://') ? text.replaceAll(/\S+/g, maskUser) : text;
  return safe.replaceAll(parameter, (whole, name: string) =>
    isSecretParameter(decodedName(name), isSecret) ? `${name}=${mask}` : whole,
  );
};

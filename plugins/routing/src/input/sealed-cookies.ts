import type { Application } from '@taproot/core';
import type { Cookie } from '@taproot/core/internal';
import { sealsOf, seconds } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

/** Both forms are bound to the name of the cookie: the value of one cookie is worthless in another. */
const purpose = 'cookie';

const used = (name: string): string => `The cookie ${JSON.stringify(name)}`;

/** The cookie with the value that is sent: encrypted or signed, if it asks for that. */
export const sealCookie = (app: Application, cookie: Cookie): Cookie => {
  const { encrypted = false, signed = false, ...plain } = cookie;
  if (!encrypted && !signed) return cookie;
  if (encrypted && signed)
    throw errors.E_COOKIE_INVALID({
      cookie: cookie.name,
      reason: 'it is both encrypted and signed; encrypted values cannot be changed either',
    });
  const { name, value, maxAge } = plain;
  const seals = sealsOf(app, used(name));
  if (signed) return { ...plain, value: `${value}.${seals.sign(purpose, `${name}=${value}`)}` };
  const lives = maxAge === undefined ? null : seconds(maxAge, 'maxAge');
  // A browser may keep a cookie for longer than it was told.
  const expires = lives === null ? null : Math.max(1, Math.ceil(Date.now() / 1000 + lives));
  return { ...plain, value: seals.seal(purpose, value, { place: name, expires }) };
};

/** The value of an encrypted cookie; null when it is not one that this application has made. */
export const openCookie = (app: Application, name: string, sent: string): string | null =>
  sent === '' ? null : sealsOf(app, used(name)).open(purpose, sent, name);

/** The value of a signed cookie; null when it is not one that this application has made. */
export const verifyCookie = (app: Application, name: string, sent: string): string | null => {
  const end = sent.lastIndexOf('.');
  if (end === -1) return null;
  const value = sent.slice(0, end);
  return sealsOf(app, used(name)).verify(purpose, `${name}=${value}`, sent.slice(end + 1)) ? value : null;
};

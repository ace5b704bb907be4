import { domainToASCII } from 'node:url';
import { describeValue } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A sender or recipient: `ada@example.com`, `Ada <ada@example.com>`, or its parts. */
export type Address = string | { readonly name?: string; readonly address: string };

/** A checked address; an empty name means none. */
export interface Mailbox {
  /** The name; empty without one. */
  readonly name: string;
  /** The address, its domain in ASCII. */
  readonly address: string;
}

/** Control characters: among them the line breaks by which input becomes further headers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
export const control = /[\u0000-\u001f\u007f\u0080-\u009f\u2028\u2029]/;

/** An encoded word of RFC 2047. Mail programs would decode one in the input of a user, so it would not be shown as it was written. */
export const encodedWord = /=\?[^?\s]+\?[bq]\?[^?]*\?=/i;

// RFC 5321 without quoted local parts and addresses of machines, which no person has and attackers like.
const local = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const named = /^([^<>]*)<([^<>]*)>$/;

/** Checks an address and takes it apart. Throws `E_MAIL_ADDRESS`; `field` is for its message. */
export const readAddress = (field: string, given: unknown): Mailbox => {
  const refuse = (reason: string): Error => errors.E_MAIL_ADDRESS({ field, value: describeValue(given), reason });
  const { name, address } = partsOf(given, refuse);
  if (control.test(name) || control.test(address)) throw refuse('it contains a line break or control character');
  if (encodedWord.test(name)) throw refuse('its name contains an encoded word');
  const at = address.lastIndexOf('@');
  const [user, host] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  if (at < 1) throw refuse('it has no "@"');
  if (!local.test(user)) throw refuse('what is before the "@" is not allowed in an address');
  if (Buffer.byteLength(user) > 64) throw refuse('more than 64 bytes are before the "@"');
  const domain = domainToASCII(host);
  if (domain.length > 253 || !domain.split('.').every((part) => label.test(part)))
    throw refuse('what is behind the "@" is not the name of a domain');
  return { name, address: `${user}@${domain}` };
};

const partsOf = (given: unknown, refuse: (reason: string) => Error): Mailbox => {
  if (typeof given === 'string') {
    const [, name, address] = named.exec(given.trim()) ?? [];
    if (name === undefined || address === undefined) return { name: '', address: given.trim() };
    return { name: name.trim().replace(/^"([^"]*)"$/, '$1'), address: address.trim() };
  }
  if (typeof given !== 'object' || given === null) throw refuse('it is neither a string nor an object');
  const { name = '', address } = given as { readonly name?: unknown; readonly address?: unknown };
  if (typeof name !== 'string' || typeof address !== 'string')
    throw refuse('"address" must be a string, and "name" one or left out');
  return { name, address };
};

/** An address as people read it. */
export const shownAddress = ({ name, address }: Mailbox): string => (name === '' ? address : `${name} <${address}>`);

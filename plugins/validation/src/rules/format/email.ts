import { domainToASCII } from 'node:url';
import { isEmail } from '../../late-packages.ts';
import { refuseOption } from '../../rule/refuse-option.ts';
import { type Check, defineRule, type RuleDefinition } from '../../rule/rule.ts';
import { takesMail } from './look-up.ts';
import { isPublicName } from './public-host.ts';

// RFC 5321 4.5.3.1.3: a path of 256 bytes, less its angle brackets.
const longest = 254;
// A quoted local part can hold anything, markup and line breaks too; the rest cannot be seen or turns the writing.
const unsafe = /["\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u;

// What nearly every address looks like: valid in every mode, and ten times faster to recognise.
const plain = /^(?=[^@]{1,64}@)[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;

// rfc: what is always checked. strict: a dot in the domain. filter: that, and ASCII only. dns: a domain that takes mail.
const modes = ['rfc', 'strict', 'filter', 'dns'];

const notAscii = /[^\u0000-\u007f]/;

const email = defineRule({
  name: 'email',
  compile: (call): Check => {
    const wanted = call.parameters.map((parameter) => parameter.trim());
    const bad = wanted.find((mode) => !modes.includes(mode));
    if (bad !== undefined) refuseOption(call, bad, modes);
    const ascii = wanted.includes('filter');
    const strict = ascii || wanted.includes('strict');
    const options = { require_tld: strict, allow_underscores: !strict };
    const holds = (value: unknown): value is string => {
      if (typeof value !== 'string' || value.length > longest) return false;
      if (plain.test(value)) return true;
      if (unsafe.test(value)) return false;
      if (notAscii.test(value) && (ascii || Buffer.byteLength(value) > longest)) return false;
      return isEmail().default(value, options);
    };
    if (!wanted.includes('dns')) return holds;
    return (value, scope) => {
      const domain = holds(value) ? domainToASCII(value.slice(value.lastIndexOf('@') + 1)) : '';
      return isPublicName(domain) && takesMail(domain, scope);
    };
  },
});

/** E-mail addresses without display name, comments or quotes; `email:dns` also asks name servers. */
export const emailRules: readonly RuleDefinition[] = [email];

import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** The site of passkeys, as browsers know it. */
export interface Site {
  readonly origin: string;
  readonly title: string;
}

/** A passkey as the database has it. Binary values are base64url. */
export interface StoredPasskey {
  readonly credential: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

const domain = ({ origin }: Site): string => new URL(origin).hostname;

// The browser wrote it, and the library only passes it on to browsers.
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;
const transportsOf = (given: readonly string[]): Transports => [...given] as Transports;

// The device must have checked who holds it, by a finger, a face or a PIN: a passkey then is both factors.
const userVerification = 'required';

/** Options for `navigator.credentials.create()`. */
export const creationOptions = (
  site: Site,
  user: { readonly handle: Uint8Array<ArrayBuffer>; readonly name: string },
  known: readonly StoredPasskey[],
) =>
  generateRegistrationOptions({
    rpName: site.title,
    rpID: domain(site),
    userID: user.handle,
    userName: user.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification },
    excludeCredentials: known.map(({ credential, transports }) => ({
      id: credential,
      transports: transportsOf(transports),
    })),
  });

/** Options for `navigator.credentials.get()`. */
export const requestOptions = (site: Site) => generateAuthenticationOptions({ rpID: domain(site), userVerification });

/** The passkey that a browser has made; null for one that does not answer this challenge of this site. Rejects for malformed input. */
export const created = async (site: Site, response: unknown, challenge: string): Promise<StoredPasskey | null> => {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The library checks every member that it reads.
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: domain(site),
    requireUserVerification: true,
  });
  if (!verified) return null;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credential: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
};

/** The next counter of the passkey that signed; null when the signature is wrong. Rejects for malformed input. */
export const signedBy = async (
  site: Site,
  passkey: StoredPasskey,
  response: unknown,
  challenge: string,
): Promise<number | null> => {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: domain(site),
    credential: {
      id: passkey.credential,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: transportsOf(passkey.transports),
    },
    requireUserVerification: true,
  });
  return verified ? authenticationInfo.newCounter : null;
};

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};

/** The few kinds of CBOR (RFC 8949) that an authenticator writes. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])]);
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** How an authenticator or its browser deviates. */
export interface Deviation {
  readonly origin?: string;
  readonly domain?: string;
  /** Whether the device has checked who holds it. */
  readonly verified?: boolean;
  readonly type?: string;
}

/** An authenticator with one passkey, and the browser in front of it. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #origin: string;
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** The answer to the options of a creation. */
  create({ challenge }: { readonly challenge: string }, deviation: Deviation = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
    const authData = Buffer.concat([this.#data(0x40, deviation), attested]);
    const object = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#answer({
      clientDataJSON: url(this.#client('webauthn.create', challenge, deviation)),
      attestationObject: url(object),
      transports: ['internal'],
    });
  }

  /** The answer to the options of a login. */
  get({ challenge }: { readonly challenge: string }, deviation: Deviation = {}) {
    this.counter++;
    const client = this.#client('webauthn.get', challenge, deviation);
    const data = this.#data(0, deviation);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return this.#answer({ clientDataJSON: url(client), authenticatorData: url(data), signature: url(signature) });
  }

  #answer<Parts>(response: Parts) {
    const id = url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #client(type: string, challenge: string, deviation: Deviation): string {
    return JSON.stringify({ type: deviation.type ?? type, challenge, origin: deviation.origin ?? this.#origin });
  }

  #data(more: number, { domain = new URL(this.#origin).hostname, verified = true }: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(domain), Buffer.from([1 | (verified ? 4 : 0) | more]), counter]);
  }
}

import { FrameworkError } from '@taproot/core';
import { isError } from '@taproot/core/plugin';
import { cutText, isCredential, type ListPlace, mask, maskText, secretItems, secretMembers } from '@taproot/masking';

/** Limits of one line. Deeper, wider and longer values are cut. */
const limits = { depth: 8, entries: 100, length: 8192, total: 64 * 1024 };

type Fields = Record<string, unknown>;

/** The room that is left in a line, and the objects around the current value. */
interface Budget {
  left: number;
  readonly around: Set<object>;
}

/** Converts any value to one for JSON: short, without cycles and without credentials. Never throws. */
export class Cleaner {
  readonly #more: ReadonlySet<string>;

  /** `secrets` are names of further members to mask. */
  constructor(secrets: readonly string[] = []) {
    this.#more = new Set(secrets.map((name) => name.toLowerCase()));
  }

  /** Whether a member of this name and value is masked. */
  readonly isSecret = (name: string, value: unknown = ''): boolean =>
    this.#more.has(name.toLowerCase()) || isCredential(name, value);

  /** A text, cut and masked. */
  text(text: string): string {
    return this.#text(text, limits.length);
  }

  /** The members of an object, each cleaned; an error is described under `error`. */
  fields(value: object): Fields {
    const budget: Budget = { left: limits.total, around: new Set() };
    const cleaned = this.#value(value, budget, 0);
    if (isError(value)) return { error: cleaned };
    return typeof cleaned === 'object' && cleaned !== null && !Array.isArray(cleaned)
      ? (cleaned as Fields)
      : { value: cleaned };
  }

  /** An error as members of a line: code, message, stack, cause. */
  error(error: unknown): Fields {
    const budget: Budget = { left: limits.total, around: new Set() };
    const cleaned = this.#value(error, budget, 0);
    return isError(error)
      ? (cleaned as Fields)
      : { message: typeof cleaned === 'string' ? cleaned : JSON.stringify(cleaned) };
  }

  #text(text: string, length: number): string {
    return maskText(cutText(text, length), this.isSecret);
  }

  #value(value: unknown, budget: Budget, depth: number, place: ListPlace = null): unknown {
    // A getter, a proxy or a toJSON() may throw at any time.
    try {
      return typeof value === 'object' && value !== null
        ? this.#object(value, budget, depth, place)
        : this.#leaf(value, budget);
    } catch {
      return '[cannot be shown]';
    }
  }

  #leaf(value: unknown, budget: Budget): unknown {
    if (typeof value === 'string') {
      const text = this.#text(value, Math.max(0, Math.min(limits.length, budget.left)));
      budget.left -= text.length;
      return text;
    }
    budget.left -= 8;
    if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
    if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`;
    return value;
  }

  #object(value: object, budget: Budget, depth: number, place: ListPlace): unknown {
    if (budget.around.has(value)) return '[circular]';
    if (depth >= limits.depth || budget.left <= 0) return Array.isArray(value) ? '[list]' : '[object]';
    budget.around.add(value);
    try {
      return this.#open(value, budget, depth, place);
    } finally {
      budget.around.delete(value);
    }
  }

  #open(value: object, budget: Budget, depth: number, place: ListPlace): unknown {
    if (Array.isArray(value)) return this.#list(value, budget, depth, place);
    if (isError(value)) return this.#errorOf(value, budget, depth);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof URL || value instanceof RegExp) return this.#leaf(String(value), budget);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    if (value instanceof Set) return this.#list([...value], budget, depth, place);
    if (value instanceof Map || value instanceof Headers || value instanceof URLSearchParams)
      return this.#entries(value.entries(), budget, depth);
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.#value(value.toJSON(), budget, depth + 1, place);
    return this.#entries(membersOf(value), budget, depth);
  }

  #list(items: readonly unknown[], budget: Budget, depth: number, place: ListPlace): unknown[] {
    const shown: unknown[] = [];
    const isSecret = secretItems(items.slice(0, limits.entries), place, this.isSecret);
    for (const [index, item] of items.entries()) {
      if (shown.length >= limits.entries || budget.left <= 0) {
        shown.push(`... ${items.length - shown.length} more`);
        break;
      }
      shown.push(isSecret(index) ? mask : this.#value(item, budget, depth + 1));
    }
    return shown;
  }

  #entries(entries: Iterable<readonly [unknown, unknown]>, budget: Budget, depth: number): Fields {
    const shown: Fields = {};
    let count = 0;
    const isSecret = secretMembers(this.isSecret);
    for (const [key, value] of entries) {
      if (count++ >= limits.entries || budget.left <= 0) {
        shown['...'] = 'more members were left out';
        break;
      }
      const member = typeof key === 'string' ? key.slice(0, 200) : String(key).slice(0, 200);
      budget.left -= member.length;
      const secret = isSecret(member, value) && value !== null && value !== undefined;
      Object.defineProperty(shown, member, {
        value: secret ? mask : this.#value(value, budget, depth + 1, member),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return shown;
  }

  /** Leaves out other members of errors, such as the configuration of a request in errors of HTTP clients. */
  #errorOf(error: Error, budget: Budget, depth: number): Fields {
    const shown: Fields = {};
    const show = (member: string, read: () => unknown): void => {
      try {
        const value = read();
        if (value !== undefined && value !== '') shown[member] = this.#value(value, budget, depth + 1);
      } catch {
        shown[member] = '[cannot be shown]';
      }
    };
    show('code', () => Reflect.get(error, 'code'));
    show('message', () => error.message || error.name);
    if (error instanceof FrameworkError) show('fix', () => error.fix);
    show('stack', () => error.stack);
    show('cause', () => error.cause);
    show('errors', () => Reflect.get(error, 'errors'));
    return shown;
  }
}

/** Reads each member by itself, so that a getter that throws does not hide the others. */
function* membersOf(value: object): Iterable<readonly [string, unknown]> {
  for (const name of Object.keys(value)) {
    let member: unknown = '[cannot be shown]';
    try {
      member = Reflect.get(value, name);
    } catch {
      // The value stays as it was set above.
    }
    yield [name, member];
  }
}

const dressed = new WeakMap<object, object>();
const dresses = new WeakSet<object>();

/**
 * Adds missing members to an object through its prototype. If our listener runs inside of Express, the members of Express stay. The
 * prototype is made once for each kind of object.
 */
export const dress = (target: object, members: PropertyDescriptorMap): void => {
  const prototype: unknown = Object.getPrototypeOf(target);
  if (typeof prototype !== 'object' || prototype === null || dresses.has(prototype)) return;
  let made = dressed.get(prototype);
  if (made === undefined) {
    const lacking = Object.entries(members).filter(([name]) => !(name in target));
    made = Object.create(prototype, Object.fromEntries(lacking)) as object;
    dressed.set(prototype, made);
    dresses.add(made);
  }
  Object.setPrototypeOf(target, made);
};

const keep = (target: object, name: string, value: unknown): unknown => {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  return value;
};

/** Members that are computed when they are first read. Middleware may replace them. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what its readers read
export const lazyMembers = <Target extends object>(
  readers: Readonly<Record<string, (target: Target) => unknown>>,
): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(readers).map(([name, read]): [string, PropertyDescriptor] => [
      name,
      {
        configurable: true,
        get(this: Target): unknown {
          return keep(this, name, read(this));
        },
        set(this: Target, value: unknown): void {
          keep(this, name, value);
        },
      },
    ]),
  );

/** Methods, which middleware may replace. */
export const methodMembers = (methods: Readonly<Record<string, unknown>>): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(methods).map(([name, value]) => [name, { value, writable: true, configurable: true }]),
  );

import type { DateTable } from './calls.ts';

/**
 * Makes dates of the strings at the places of the table, in a body that was just parsed. No other string is looked at.
 * @param reply name of the route and status
 */
export const reviveDates = (body: unknown, reply: string, { nodes, replies }: DateTable): unknown => {
  const revive = (value: unknown, node: number | undefined): unknown => {
    const { d, m = {}, r, i } = (node === undefined ? undefined : nodes[node]) ?? {};
    if (typeof value === 'string' && d !== undefined) return new Date(value);
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        const next = Object.hasOwn(m, name) ? m[name] : Array.isArray(value) ? i : r;
        if (next !== undefined) Reflect.set(value, name, revive(member, next));
      }
    return value;
  };
  return revive(body, replies[reply]);
};

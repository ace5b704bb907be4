/** One page of a list. */
export interface Paginated<T> {
  items: T[];
  page: number;
  total: number;
  next: string | null;
}

export function paginate<T>(rows: readonly T[], page: number, size: number, base: string): Paginated<T> {
  const start = (page - 1) * size;
  const more = start + size < rows.length;
  return {
    items: rows.slice(start, start + size),
    page,
    total: rows.length,
    next: more ? `${base}?page=${page + 1}` : null,
  };
}

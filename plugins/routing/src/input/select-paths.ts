import type { Input } from '@taproot/core';
import { type DotPath, splitPath } from './dot-path.ts';
import { createInput, isMap } from './input-map.ts';

/** Paths by first segment; null where a path ends, which means the whole value. */
type PathTree = Map<string, PathTree | null>;

const plant = (tree: PathTree, [head, next, ...rest]: DotPath): void => {
  const branch = tree.get(head);
  if (next === undefined) tree.set(head, null);
  else if (branch !== null) {
    const grown: PathTree = branch ?? new Map();
    plant(grown, [next, ...rest]);
    tree.set(head, grown);
  }
};

const toTree = (paths: readonly string[]): PathTree => {
  const tree: PathTree = new Map();
  for (const path of paths) plant(tree, splitPath(path));
  return tree;
};

const isPresent = (value: unknown): boolean => value !== undefined;

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;

const pickMembers = (map: Input, tree: PathTree): Input => {
  const picked = createInput();
  for (const [key, branch] of tree) {
    const member = Object.hasOwn(map, key) ? pick(map[key], branch) : undefined;
    // Leaves out a container without any picked member, unless the container itself was requested.
    if (member !== undefined && (branch === null || !isEmpty(member))) picked[key] = member;
  }
  return picked;
};

const pick = (value: unknown, tree: PathTree | null): unknown => {
  if (tree === null) return value;
  if (isMap(value)) return pickMembers(value, tree);
  if (!Array.isArray(value)) return undefined;
  const element = (item: unknown, at: number): unknown => {
    const branch = tree.get(String(at));
    return branch === undefined ? undefined : pick(item, branch);
  };
  return value.map(element).filter(isPresent);
};

const omitMembers = (map: Input, tree: PathTree): Input => {
  const rest = createInput(map);
  for (const [key, branch] of tree) {
    if (branch === null) delete rest[key];
    else if (Object.hasOwn(rest, key)) rest[key] = omit(rest[key], branch);
  }
  return rest;
};

const omit = (value: unknown, tree: PathTree): unknown => {
  if (isMap(value)) return omitMembers(value, tree);
  if (!Array.isArray(value)) return value;
  const element = (item: unknown, at: number): unknown => {
    const branch = tree.get(String(at));
    if (branch === undefined) return item;
    return branch === null ? undefined : omit(item, branch);
  };
  return value.map(element).filter(isPresent);
};

/** The parts of `data` at these dot paths, in their containers. Absent paths are left out, and gaps in lists are closed. */
export const pickPaths = (data: Input, paths: readonly string[]): Input => pickMembers(data, toTree(paths));

/** A copy of `data` without the values at these dot paths. Gaps in lists are closed. */
export const omitPaths = (data: Input, paths: readonly string[]): Input => omitMembers(data, toTree(paths));

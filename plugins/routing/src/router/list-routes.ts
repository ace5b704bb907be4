import type { Middleware } from '@taproot/core';
import type { RouteInfo } from '@taproot/core/plugin';
import { describeRoute } from './route-info.ts';
import type { Routes } from './route-registry.ts';

const labels = ['GET|HEAD', 'HEAD', 'GET', 'POST', 'PUT', 'PUT|PATCH', 'DELETE', 'PATCH', 'OPTIONS', 'ANY'];
const rank = (label: string): number => (labels.indexOf(label) + labels.length + 1) % (labels.length + 1);

/** Orders routes by path, then by method; the fallback comes last. */
const inOrder = (a: RouteInfo, b: RouteInfo): number =>
  Number(a.kind === 'fallback') - Number(b.kind === 'fallback') ||
  (a.path === b.path ? rank(a.method) - rank(b.method) : a.path < b.path ? -1 : 1);

/** Routes and fallback in the order of listings. */
export const sortRoutes = (infos: readonly RouteInfo[]): RouteInfo[] => infos.toSorted(inOrder);

/** All routes that are registered so far, sorted by path, then by method, with the fallback at the end. */
export const listRoutes = (routes: Routes, global: readonly Middleware[]): RouteInfo[] => {
  const { fallback } = routes;
  const all = fallback === null ? [...routes] : [...routes, fallback];
  return sortRoutes(all.map((route) => describeRoute(route, global)));
};

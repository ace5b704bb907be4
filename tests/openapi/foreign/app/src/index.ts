import type { Router } from '@taproot/routing';
import { accountRoutes } from './account/index.ts';
import { catalogRoutes } from './catalog/index.ts';
import { crudRoutes } from './crud/index.ts';
import { deskRoutes } from './desk/index.ts';
import { functionalRoutes } from './functional/index.ts';
import { inputRoutes } from './inputs/index.ts';
import { middlewareRoutes } from './mw/index.ts';
import { orderRoutes } from './orders/index.ts';
import { shapeRoutes } from './shapes/index.ts';
import { tableRoutes } from './tables/index.ts';
import { teamRoutes } from './teams/index.ts';
import { versionRoutes } from './versions/index.ts';
import { webRoutes } from './web/index.ts';

const modules = [
  accountRoutes,
  catalogRoutes,
  crudRoutes,
  deskRoutes,
  functionalRoutes,
  inputRoutes,
  middlewareRoutes,
  orderRoutes,
  shapeRoutes,
  tableRoutes,
  teamRoutes,
  versionRoutes,
  webRoutes,
];

export const registerAll = (route: Router): void => {
  for (const register of modules) register(route);
};

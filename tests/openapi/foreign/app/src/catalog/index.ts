import type { Router } from '@taproot/routing';
import { Container, token } from './container.ts';
import { ProductController } from './controller.ts';
import { Currency } from './model.ts';
import {
  DefaultProductService,
  DefaultSearchService,
  type Logger,
  type ProductService,
  productRows,
  type SearchService,
} from './services.ts';

export type { Product } from './model.ts';

const LOG = token<Logger>('log');
const PRODUCTS = token<ProductService>('products');
const SEARCH = token<SearchService>('search');
const CONTROLLER = token<ProductController>('controller');

const container = new Container()
  .bind(LOG, () => ({ info: () => undefined }))
  .bind(PRODUCTS, (c) => new DefaultProductService(productRows, c.get(LOG)))
  .bind(SEARCH, () => new DefaultSearchService(productRows))
  .bind(CONTROLLER, (c) => new ProductController(c.get(PRODUCTS), c.get(SEARCH)));

export const catalogRoutes = (route: Router): void => {
  const controller = container.get(CONTROLLER);
  const { list, show, create } = controller;
  route.prefix('/catalog').group((catalog) => {
    catalog.get('/products', list);
    catalog.get('/products/{id}', show);
    catalog.post('/products', create);
    catalog.patch('/products/{id}/price', controller.reprice);
    catalog.post('/products/{id}/stock', (ctx) => controller.restock(ctx));
    catalog.delete('/products/{id}', controller.remove);
    catalog.get('/products/{id}/related', controller.related);
    catalog.get('/search', controller.search);
    catalog.get('/categories/{slug}', controller.category);
    catalog.get('/quote', controller.quote);
    catalog.get('/currencies', () => Object.values(Currency));
    catalog.get('/status', () => ({ ok: true as const, products: productRows.all().length }));
  });
};

import type { Router } from '@taproot/routing';
import { BrandController, SupplierController, TicketController, warehouses } from './controllers.ts';

export const crudRoutes = (route: Router): void => {
  route.resource('/brands', BrandController);

  const suppliers = route.prefix('/suppliers');
  suppliers.get('/', [SupplierController, 'index']);
  suppliers.post('/', [SupplierController, 'store']);
  suppliers.get('/{id}', [SupplierController, 'show']);
  suppliers.put('/{id}', [SupplierController, 'update']);
  suppliers.delete('/{id}', [SupplierController, 'destroy']);

  route.get('/warehouses', (ctx) => warehouses.index(ctx));
  route.get('/warehouses/{id}', (ctx) => warehouses.show(ctx));
  route.put('/warehouses/{id}/shelves/{shelf}', (ctx) => warehouses.stocktake(ctx));

  route.get('/tickets', [TicketController, 'list']);
  route.get('/tickets/{id}', [TicketController, 'show']);
  route.post('/tickets', [TicketController, 'open']);
  route.post('/tickets/{id}/close', [TicketController, 'close']);
};

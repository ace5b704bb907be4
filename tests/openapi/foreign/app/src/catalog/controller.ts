import type { Context } from '@taproot/core';
import { Currency } from './model.ts';
import { CategoryLookup, type ProductService, Quantity, type SearchService } from './services.ts';

export class ProductController {
  constructor(
    private readonly products: ProductService,
    private readonly searcher: SearchService,
  ) {}

  /** Lists products. Filters by one tag. */
  list = async (ctx: Context) => {
    const request = ctx.request();
    const page = await this.products.list({
      page: request.queryInt('page', 1),
      size: request.queryInt('size', 2),
      tag: request.query('tag'),
    });
    return ctx.response().json(200, page);
  };

  show = async (ctx: Context<'id'>) => this.products.find(ctx.request().route('id'));

  /** Adds a product. */
  create = async (ctx: Context) => {
    const input = await ctx.request().validated({
      sku: 'required|integer|min:1',
      title: 'required|string|max:60',
      amount: 'required|numeric|min:0',
      currency: 'required|in:EUR,USD',
      'tags.*': 'string',
    });
    const product = await this.products.create(input);
    return ctx.response().header('Location', `/catalog/products/${product.id}`).json(201, product);
  };

  reprice = async (ctx: Context<'id'>) => {
    const { amount, currency } = await ctx.request().validated({
      amount: 'required|numeric|min:0',
      currency: 'in:EUR,USD',
    });
    const money = { amount, currency: currency === 'USD' ? Currency.Usd : Currency.Eur };
    return ctx
      .response()
      .status(200)
      .json(await this.products.reprice(ctx.request().route('id'), money));
  };

  restock = async (ctx: Context<'id'>) => {
    const request = ctx.request();
    const { stock } = await this.products.restock(request.route('id'), request.inputInt('delta', 1));
    return { stock, empty: stock === 0 };
  };

  remove = async (ctx: Context<'id'>) => {
    await this.products.remove(ctx.request().route('id'));
    return ctx.response().noContent();
  };

  related = (ctx: Context<'id'>) => this.products.related(ctx.request().route('id'));

  search = async (ctx: Context) => ({ hits: await this.searcher.search(ctx.request().query('q')) });

  category = (ctx: Context<'slug'>) => {
    const lookup = new CategoryLookup(ctx.request().route('slug'));
    return ctx.response().json(200, lookup.current);
  };

  quote = (ctx: Context) => {
    const quantity = new Quantity(ctx.request().queryInt('quantity', 1));
    return { quantity: quantity.value, total: quantity.times({ amount: 3, currency: Currency.Eur }) };
  };
}

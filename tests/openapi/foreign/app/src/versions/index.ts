import { type Context, NotFoundError } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { Sunset } from '../mw/middleware.ts';
import { MemoryRepository, type Paginated, paginate } from '../support/index.ts';

interface Book {
  id: string;
  title: string;
  pages: number;
  author: { first: string; last: string };
}

const books = new MemoryRepository<Book>(() => [
  { id: '111', title: 'Roots', pages: 90, author: { first: 'Ada', last: 'King' } },
]);

type BookV1 = Pick<Book, 'title'> & { isbn: string; author: string };
type BookV2 = Omit<Book, 'id'> & { isbn: string; links: { self: string } };

/** What both versions do; each shows a book in its own way. */
abstract class Books<Shown extends object> {
  protected abstract present(book: Book): Shown;

  show = (ctx: Context<'isbn'>): Shown => this.present(this.find(ctx));

  protected find(ctx: Context<'isbn'>): Book {
    const book = books.find(ctx.request().route('isbn'));
    if (book === null) throw new NotFoundError('There is no such book.');
    return book;
  }
}

class BooksV1 extends Books<BookV1> {
  protected present({ id, title, author }: Book): BookV1 {
    return { isbn: id, title, author: `${author.first} ${author.last}` };
  }

  list = (): BookV1[] => books.all().map((book) => this.present(book));

  add = async (ctx: Context) => {
    const { isbn, title, author } = await ctx
      .request()
      .validated({ isbn: 'required|digits:3', title: 'required|string', author: 'required|string' });
    const [first = '', last = ''] = author.split(' ');
    return ctx
      .response()
      .json(201, this.present(books.save({ id: String(isbn), title, pages: 0, author: { first, last } })));
  };
}

class BooksV2 extends Books<BookV2> {
  protected present({ id, ...rest }: Book): BookV2 {
    return { ...rest, isbn: id, links: { self: `/v2/books/${id}` } };
  }

  list = (ctx: Context): Paginated<BookV2> =>
    paginate(
      books.all().map((book) => this.present(book)),
      ctx.request().queryInt('page', 1),
      20,
      '/v2/books',
    );

  add = async (ctx: Context) => {
    const { isbn, ...rest } = await ctx.request().validated({
      isbn: 'required|digits:3',
      title: 'required|string',
      pages: 'required|integer|min:1',
      'author.first': 'required|string',
      'author.last': 'required|string',
    });
    const book = books.save({ id: String(isbn), ...rest });
    return ctx.response().header('Location', `/v2/books/${book.id}`).json(201, this.present(book));
  };

  retitle = async (ctx: Context<'isbn'>) => {
    const { title } = await ctx.request().validated({ title: 'required|string' });
    return this.present(books.save({ ...this.find(ctx), title }));
  };

  remove = (ctx: Context<'isbn'>) => {
    books.delete(this.find(ctx).id);
    return ctx.response().noContent();
  };
}

const register = {
  v1: (route: Router): void => {
    const v1 = new BooksV1();
    const old = route.middleware(new Sunset('Fri, 01 Jan 2027 00:00:00 GMT'));
    old.get('/books', v1.list);
    old.get('/books/{isbn}', v1.show);
    old.post('/books', v1.add);
  },
  v2: (route: Router): void => {
    const v2 = new BooksV2();
    route.get('/books', v2.list);
    route.get('/books/{isbn}', v2.show);
    route.post('/books', v2.add);
    route.put('/books/{isbn}', v2.retitle);
    route.delete('/books/{isbn}', v2.remove);
  },
} as const;

export const versionRoutes = (route: Router): void => {
  for (const [version, add] of Object.entries(register)) {
    route.prefix(`/${version}`).group(add);
    route.get(`/${version}/version`, () => ({ version, stable: version === 'v2' }));
  }
};

import { expect, test } from '@jest/globals';
import type { Conduit } from './support/conduit.ts';

interface One {
  readonly comment: { readonly id: number; readonly createdAt: string };
}

/** Comments on an article. */
export const describeComments = (conduit: () => Conduit): void => {
  const path = '/articles/{slug}/comments';
  const body = { comment: { body: 'Well said' } };

  test('a comment is written, listed, and removed by its author', async () => {
    const ada = await conduit().register('ada');
    const charles = await conduit().register('charles');
    const slug = await conduit().publish(ada, { title: 'Notes' });
    expect(await conduit().call(200, `GET ${path}`, { with: { slug } })).toEqual({ comments: [] });
    const { comment } = await conduit().call<One>(201, `POST ${path}`, { as: charles, with: { slug }, body });
    expect(comment).toEqual({
      id: expect.any(Number),
      body: 'Well said',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: comment.createdAt,
      author: { username: 'charles', bio: null, image: null, following: false },
    });
    expect(await conduit().call(200, `GET ${path}`, { with: { slug } })).toEqual({ comments: [comment] });
    const { id } = comment;
    const remove = `DELETE ${path}/{id}`;
    expect(await conduit().call(403, remove, { as: ada, with: { slug, id } })).toEqual({
      errors: { comment: ['forbidden'] },
    });
    await conduit().call(204, remove, { as: charles, with: { slug, id } });
    expect(await conduit().call(404, remove, { as: charles, with: { slug, id } })).toEqual({
      errors: { comment: ['not found'] },
    });
  });

  test('a comment belongs to its article', async () => {
    const ada = await conduit().register('ada');
    const slug = await conduit().publish(ada, { title: 'Notes' });
    const other = await conduit().publish(ada, { title: 'Other' });
    const { comment } = await conduit().call<One>(201, `POST ${path}`, { as: ada, with: { slug }, body });
    await conduit().call(404, `DELETE ${path}/{id}`, { as: ada, with: { slug: other, id: comment.id } });
    await conduit().call(204, 'DELETE /articles/{slug}', { as: ada, with: { slug } });
    await conduit().call(404, `DELETE ${path}/{id}`, { as: ada, with: { slug, id: comment.id } });
  });

  test('the error names what is missing: token, article or body', async () => {
    const ada = await conduit().register('ada');
    const slug = await conduit().publish(ada, { title: 'Notes' });
    await conduit().call(401, `POST ${path}`, { with: { slug: 'none' }, body });
    await conduit().call(401, `DELETE ${path}/{id}`, { with: { slug: 'none', id: 1 } });
    for (const operation of [`GET ${path}`, `POST ${path}`, `DELETE ${path}/{id}`]) {
      const asked = { as: ada, with: operation.startsWith('DELETE') ? { slug: 'none', id: 1 } : { slug: 'none' } };
      expect(await conduit().call(404, operation, operation.startsWith('POST') ? { ...asked, body } : asked)).toEqual({
        errors: { article: ['not found'] },
      });
    }
    for (const value of ['', null, undefined]) {
      const blank = { comment: { body: value } };
      expect(await conduit().call(422, `POST ${path}`, { as: ada, with: { slug }, body: blank })).toEqual({
        errors: { body: ["can't be blank"] },
      });
    }
  });
};

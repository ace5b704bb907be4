import { expect, test } from '@jest/globals';
import type { Conduit } from './support/conduit.ts';

/** Profiles and following. */
export const describeProfiles = (conduit: () => Conduit): void => {
  test('a profile tells whether the reader follows', async () => {
    const ada = await conduit().register('ada');
    await conduit().register('charles');
    const profile = { username: 'charles', bio: null, image: null, following: false };
    const charles = { with: { username: 'charles' } };
    const path = '/profiles/{username}';

    expect(await conduit().call(200, `GET ${path}`, charles)).toEqual({ profile });
    for (const _ of [1, 2]) {
      const followed = await conduit().call(200, `POST ${path}/follow`, { ...charles, as: ada });
      expect(followed).toEqual({ profile: { ...profile, following: true } });
    }
    expect(await conduit().call(200, `GET ${path}`, { ...charles, as: ada })).toEqual({
      profile: { ...profile, following: true },
    });
    expect(await conduit().call(200, `GET ${path}`, charles)).toEqual({ profile });
    for (const _ of [1, 2]) {
      expect(await conduit().call(200, `DELETE ${path}/follow`, { ...charles, as: ada })).toEqual({ profile });
    }
  });

  test('following takes a token and somebody to follow; 401 comes before 404', async () => {
    const ada = await conduit().register('ada');
    const nobody = { with: { username: 'nobody' } };
    await conduit().call(404, 'GET /profiles/{username}', nobody);
    for (const method of ['POST', 'DELETE']) {
      const operation = `${method} /profiles/{username}/follow`;
      expect(await conduit().call(401, operation, nobody)).toEqual({ errors: { token: ['is missing'] } });
      expect(await conduit().call(404, operation, { ...nobody, as: ada })).toEqual({
        errors: { profile: ['not found'] },
      });
    }
  });

  test('a bad token is refused where a token may be left out', async () => {
    await conduit().register('ada');
    for (const operation of ['GET /profiles/{username}', 'GET /articles', 'GET /articles/{slug}/comments']) {
      const asked = { with: { username: 'ada', slug: 'none' }, as: 'no.real.token' };
      expect(await conduit().call(401, operation, asked)).toEqual({
        errors: { token: ['invalid'] },
      });
    }
  });
};

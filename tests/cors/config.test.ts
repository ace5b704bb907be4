import { describe, expect, test } from '@jest/globals';
import { bootCors, type CorsServerOptions, codeOf } from './support.ts';

const boot = async (cors: unknown): Promise<unknown> => {
  // As a JavaScript author may write it.
  const options = { cors } as CorsServerOptions;
  return codeOf(bootCors(() => undefined, options));
};

describe('config/cors.ts is checked at boot', () => {
  test.each([
    [{ allowed_origins: ['example.com'] }, 'E_CORS_ORIGIN'],
    [{ allowed_origins: ['*'], supports_credentials: true }, 'E_CORS_CREDENTIALS'],
    [{ supports_credentials: true }, 'E_CORS_CREDENTIALS'],
    [{ allowed_origins: ['https://a.test'], exposed_headers: ['*'], supports_credentials: true }, 'E_CORS_CREDENTIALS'],
    [{ allowed_methods: ['GET, POST'] }, 'E_CORS_NAME'],
    [{ allowed_headers: ['X-Token:'] }, 'E_CORS_NAME'],
    [{ exposed_headers: ['X-One\r\nX-Evil: 1'] }, 'E_CORS_NAME'],
    [{ exposed_headers: [7] }, 'E_CORS_NAME'],
    [{ max_age: 1.5 }, 'E_CORS_MAX_AGE'],
    [{ max_age: Number.POSITIVE_INFINITY }, 'E_CORS_MAX_AGE'],
    [{ max_age: Number.NaN }, 'E_CONFIG_TYPE'],
    [{ paths: ['api/{id}'] }, 'E_CORS_PATH'],
    [{ paths: ['api*'] }, 'E_CORS_PATH'],
    [{ paths: ['*/api'] }, 'E_CORS_PATH'],
    [{ paths: ['https://a.test/api'] }, 'E_CORS_PATH'],
    [{ paths: [7] }, 'E_CORS_PATH'],
    [{ paths: '*' }, 'E_CONFIG_TYPE'],
    [{ allowed_origins: 'https://a.test' }, 'E_CONFIG_TYPE'],
    [{ allowed_origin: ['*'] }, 'E_CONFIG_UNKNOWN_KEY'],
    [{ paths: [], allowed_origins: [], allowed_methods: [], allowed_headers: [] }, 'no error'],
    [{ allowed_origins: ['https://a.test', /x/, () => true], supports_credentials: true }, 'no error'],
  ])('%j: %s', async (config, code) => {
    expect(await boot(config)).toBe(code);
  });
});

import { expect, test } from '@jest/globals';
import { describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFilesByBoth } from './compilers.ts';
import { lost, orderEnded, orderPaid, pinged } from './fixture/routes/webhooks.ts';
import { boot, fixture } from './support.ts';

const none = (): undefined => undefined;

test('webhooks that an application lists are in its document, with the types of their payloads', async () => {
  const files = ['routes/webhooks.ts'];
  const { six, seven } = await describeFilesByBoth(none, files, {}, [orderPaid, orderEnded, pinged]);
  await validateDocument(seven.document);
  expect(seven.gaps).toEqual([]);
  expect(six.document).toEqual(seven.document);
  const { webhooks, components } = seven.document as {
    readonly webhooks: Readonly<Record<string, { readonly post: Readonly<Record<string, unknown>> }>>;
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  expect(Object.keys(webhooks)).toEqual(['order.ended', 'order.paid', 'ping']);
  const schemaOf = (type: string, data: unknown) => ({
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            type: { type: 'string', const: type },
            timestamp: expect.objectContaining({ type: 'string', format: 'date-time' }),
            data,
          },
          required: ['type', 'timestamp', 'data'],
        },
      },
    },
  });
  expect(webhooks['order.paid']?.post).toMatchObject({
    description: 'The money of an order has arrived.',
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({ name, in: 'header' })),
    requestBody: schemaOf('order.paid', { $ref: '#/components/schemas/PaidOrder' }),
  });
  expect(components.schemas['PaidOrder']).toMatchObject({
    properties: {
      order: { type: 'number', minimum: 1 },
      paidAt: { type: 'string', format: 'date-time' },
      note: { type: 'string' },
    },
    required: ['order', 'paidAt'],
  });
  const how = { type: 'string', enum: ['cancelled', 'shipped'] };
  expect(webhooks['order.ended']?.post['requestBody']).toMatchObject(
    schemaOf('order.ended', expect.objectContaining({ properties: { order: { type: 'number' }, how } })),
  );
}, 120_000);

test('a declaration that is not found is a gap; without webhooks, the document has no such section', async () => {
  const app = await boot(none, fixture, {}, [lost]);
  const [built] = await describeApplication(app, fixture);
  await app.close();
  await validateDocument(built.document);
  expect(built.gaps).toMatchObject([
    { code: 'E_OPENAPI_HANDLER', message: expect.stringContaining('The declaration of the webhook "lost" was not') },
  ]);
  const other = await boot(none);
  const [without] = await describeApplication(other, fixture);
  await other.close();
  expect(without.document).not.toHaveProperty('webhooks');
}, 120_000);

test('withWebhooks() refuses what is no declaration, and two of one type', async () => {
  const refused = { code: 'E_WEBHOOK_DECLARED' };
  await expect(boot(none, fixture, {}, [{ ...orderPaid }, orderPaid])).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('"order.paid" twice'),
  });
  // @ts-expect-error The compiler knows what a declaration is.
  await expect(boot(none, fixture, {}, ['order.paid'])).rejects.toMatchObject(refused);
});

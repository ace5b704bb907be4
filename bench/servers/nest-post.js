// NestJS on Fastify with its own CORS, its throttler and its ValidationPipe; decorators written as the calls they are.
import 'reflect-metadata';
import { Body, Controller, HttpCode, Module, Post, ValidationPipe } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { Type } from 'class-transformer';
import * as is from 'class-validator';
import { origin, pointsPerMinute, replyTo } from './post-contract.js';
import { serveFastify } from './serve-fastify.js';

/** Applies decorators to a property, as TypeScript compiles `@First() @Second() property`. */
const decorate = (
  /** @type {{ readonly prototype: object }} */ { prototype },
  /** @type {Readonly<Record<string, readonly PropertyDecorator[]>>} */ properties,
) => {
  for (const [name, decorators] of Object.entries(properties))
    for (const decorator of decorators.toReversed()) decorator(prototype, name);
};

// oxlint-disable-next-line typescript/no-extraneous-class -- its properties are those of the calls below
class Address {}
decorate(Address, { city: [is.IsString(), is.Length(1, 80)] });

// oxlint-disable-next-line typescript/no-extraneous-class -- its properties are those of the calls below
class Person {}
decorate(Person, {
  name: [is.IsString(), is.Length(3, 60)],
  email: [is.IsEmail()],
  age: [is.IsInt(), is.Min(18), is.Max(120)],
  role: [is.IsIn(['reader', 'author', 'editor'])],
  newsletter: [is.IsBoolean()],
  about: [is.IsString(), is.Length(1, 500)],
  tags: [is.ArrayMinSize(1), is.ArrayMaxSize(5), is.IsString({ each: true }), is.Length(1, 20, { each: true })],
  address: [is.ValidateNested(), is.IsObject(), Type(() => Address)],
});

class People {
  store(/** @type {object} */ person) {
    return replyTo(person);
  }
}
const store = Object.getOwnPropertyDescriptor(People.prototype, 'store') ?? {};
Post('people')(People.prototype, 'store', store);
HttpCode(200)(People.prototype, 'store', store);
Body()(People.prototype, 'store', 0);
Reflect.defineMetadata('design:paramtypes', [Person], People.prototype, 'store');
Controller()(People);

// oxlint-disable-next-line typescript/no-extraneous-class -- all that a module has is its decorator
class Root {}
Module({
  imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: pointsPerMinute }])],
  controllers: [People],
  providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
})(Root);

const app = await NestFactory.create(Root, new FastifyAdapter(), { logger: false });
app.enableCors({ origin });
app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
await app.init();
await serveFastify(app.getHttpAdapter().getInstance());

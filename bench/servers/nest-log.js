// NestJS on Fastify with one route; with nestjs-pino when the first argument is `log`. Decorators are written as the calls they are.
import 'reflect-metadata';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LoggerModule } from 'nestjs-pino';
import { destination } from 'pino';
import { serveFastify } from './serve-fastify.js';

const [kind] = process.argv.slice(2);

class Hello {
  show() {
    return 'Hello, world!';
  }
}
const show = Object.getOwnPropertyDescriptor(Hello.prototype, 'show') ?? {};
Get()(Hello.prototype, 'show', show);
Header('content-type', 'text/plain; charset=utf-8')(Hello.prototype, 'show', show);
Controller()(Hello);

// oxlint-disable-next-line typescript/no-extraneous-class -- all that a module has is its decorator
class Root {}
const logger = LoggerModule.forRoot({ pinoHttp: [{ level: 'info' }, destination('/dev/null')] });
Module({ imports: kind === 'log' ? [logger] : [], controllers: [Hello] })(Root);

const app = await NestFactory.create(Root, new FastifyAdapter(), { logger: false });
await app.init();
await serveFastify(app.getHttpAdapter().getInstance());

import { afterEach, beforeEach } from '@jest/globals';
import type { AuthUser } from '@taproot/auth';
import type { Application } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { refreshDatabase } from '@taproot/database/testing';
import { fakeMail } from '@taproot/mail/testing';
import { http } from '@taproot/testing';
import { boot } from '../../bootstrap/app.ts';
import { organisationFactory } from '../../database/factories/organisation-factory.ts';
import { userFactory } from '../../database/factories/user-factory.ts';

type Person = AuthUser & { organisation_id: number };

/** The application in a test, and its first rows. */
class Desk {
  readonly reports: unknown[] = [];
  #app: Application | null = null;

  get app(): Application {
    if (this.#app === null) throw new Error('The application is open in tests only.');
    return this.#app;
  }

  get db() {
    return this.app.facades.DB();
  }

  async open(by: 'transaction' | 'truncation'): Promise<void> {
    this.reports.length = 0;
    const watch = definePlugin({
      name: 'watch',
      apply: (app) => app.hooks.report.tap('watch', (error) => void this.reports.push(error)),
    });
    this.#app = await boot({ env: { APP_ENV: 'testing' } }, [watch]);
    await refreshDatabase(this.#app, { by });
  }

  close(): Promise<readonly unknown[]> {
    return this.app.close();
  }

  guest() {
    return http(this.app);
  }

  as(user: AuthUser) {
    return http(this.app).actingAs(user);
  }

  /** Mails that are sent from now on, kept instead of sent. */
  mails() {
    return fakeMail(this.app);
  }

  organisation(values: { name?: string; plan?: 'free' | 'team' } = {}) {
    return organisationFactory.create(this.db, values);
  }

  /** A new customer; of an organisation of its own unless one is given. */
  customer(values: { organisation_id?: number; name?: string; locale?: string } = {}): Promise<Person> {
    return userFactory.create(this.db, values);
  }

  agent(values: { organisation_id?: number; name?: string; locale?: string } = {}): Promise<Person> {
    return userFactory.state('agent').create(this.db, values);
  }

  admin(values: { organisation_id?: number } = {}): Promise<Person> {
    return userFactory.state('admin').create(this.db, values);
  }

  /** Opens a ticket by the API, and gives its id. */
  async ticket(user: AuthUser, subject = 'The bell does not ring', body = 'Not at all.'): Promise<number> {
    const reply = await this.as(user).post('/api/tickets', { subject, body }).assertCreated();
    return reply.json<{ data: { id: number } }>().data.id;
  }
}

/** Opens the application before each test, with an empty database. Tests of races need `truncation`, because it allows several connections. */
export const useDesk = (by: 'transaction' | 'truncation' = 'transaction'): Desk => {
  const desk = new Desk();
  beforeEach(() => desk.open(by));
  afterEach(() => desk.close());
  return desk;
};

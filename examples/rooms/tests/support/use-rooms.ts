import { afterEach, beforeEach } from '@jest/globals';
import type { Application } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { refreshDatabase } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { type Mail, mail } from '../../app/plugins/mail.ts';
import { boot } from '../../bootstrap/app.ts';
import { bookingFactory } from '../../database/factories/booking-factory.ts';
import { roomFactory } from '../../database/factories/room-factory.ts';
import { userFactory } from '../../database/factories/user-factory.ts';

/** The application in a test, its first rows, and the mails that it sent. */
class Rooms {
  readonly mails: Mail[] = [];
  readonly reports: unknown[] = [];
  /** The error with which the mail server refuses every mail; null while it accepts them. */
  mailFault: Error | null = null;
  #app: Application | null = null;

  get app(): Application {
    if (this.#app === null) throw new Error('The application is open in tests only.');
    return this.#app;
  }

  get db() {
    return this.app.facades.DB();
  }

  async open(by: 'transaction' | 'truncation'): Promise<void> {
    this.mails.length = this.reports.length = 0;
    this.mailFault = null;
    const send = async (sent: Mail): Promise<void> => {
      if (this.mailFault !== null) throw this.mailFault;
      this.mails.push(sent);
    };
    const watch = definePlugin({
      name: 'watch',
      apply: (app) => app.hooks.report.tap('watch', (error) => void this.reports.push(error)),
    });
    this.#app = await boot({ env: { APP_ENV: 'testing' } }, [mail({ send }), watch]);
    await refreshDatabase(this.#app, { by });
  }

  close(): Promise<readonly unknown[]> {
    return this.app.close();
  }

  guest() {
    return http(this.app);
  }

  /** A client of a new member. */
  async member() {
    return http(this.app).actingAs(await userFactory.create(this.db));
  }

  /** A client of a new manager. */
  async manager() {
    return http(this.app).actingAs(await userFactory.state('manager').create(this.db));
  }

  user() {
    return userFactory.create(this.db);
  }

  room(values: { name?: string; seats?: number; price?: string } = {}) {
    return roomFactory.create(this.db, values);
  }

  booking(values: { user_id?: number } = {}) {
    return bookingFactory.create(this.db, values);
  }

  begunBooking(values: { user_id: number }) {
    return bookingFactory.state('begun').create(this.db, values);
  }
}

/** Opens the application before each test, with an empty database. Tests of races need `truncation`, because it allows
 * several connections. */
export const useRooms = (by: 'transaction' | 'truncation' = 'transaction'): Rooms => {
  const rooms = new Rooms();
  beforeEach(() => rooms.open(by));
  afterEach(() => rooms.close());
  return rooms;
};

/** A time tomorrow, from one hour to another, in the format of clients. */
export const tomorrow = (from: number, until: number) => {
  const day = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
  const at = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00Z`;
  return { starts_at: at(from), ends_at: at(until) };
};

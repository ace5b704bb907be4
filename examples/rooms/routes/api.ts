import { findBooking } from '../app/bookings/find-booking.ts';
import { facades, middleware } from '../app/facades.ts';
import { AuthController } from '../app/http/controllers/auth-controller.ts';
import { BookingController } from '../app/http/controllers/booking-controller.ts';
import { InvoiceController } from '../app/http/controllers/invoice-controller.ts';
import { RoomController } from '../app/http/controllers/room-controller.ts';
import { findInvoice } from '../app/invoices/find-invoice.ts';
import { findRoom } from '../app/rooms/find-room.ts';

/** The JSON API. */
export const api = (): void => {
  const open = facades.Route().prefix('/api').middleware(middleware.throttle('api'));
  const users = open.middleware(middleware.auth());
  const managers = users.middleware(middleware.can('room.manage'));

  open.post('/register', [AuthController, 'register']).name('register');
  open.middleware(middleware.throttle('login')).post('/login', [AuthController, 'login']).name('login');
  open.post('/refresh', [AuthController, 'refresh']).name('refresh');
  users.get('/me', [AuthController, 'me']).name('me');
  users.post('/logout', [AuthController, 'logout']).name('logout');

  open.get('/rooms', [RoomController, 'index']).name('rooms.index');
  managers.post('/rooms', [RoomController, 'store']).name('rooms.store');
  const room = open.where('room', '[0-9]+').bind('room', findRoom);
  room.get('/rooms/{room}', [RoomController, 'show']).name('rooms.show');
  room.get('/rooms/{room}/photo', [RoomController, 'photo']).name('rooms.photo');
  room.get('/rooms/{room}/events', [RoomController, 'events']).name('rooms.events');
  const managed = managers.where('room', '[0-9]+').bind('room', findRoom);
  managed.put('/rooms/{room}', [RoomController, 'update']).name('rooms.update');
  managed.put('/rooms/{room}/photo', [RoomController, 'storePhoto']).name('rooms.storePhoto');
  managed.delete('/rooms/{room}', [RoomController, 'destroy']).name('rooms.destroy');

  users.get('/bookings', [BookingController, 'index']).name('bookings.index');
  users
    .middleware(middleware.throttle('bookings'))
    .where('room', '[0-9]+')
    .bind('room', findRoom)
    .post('/rooms/{room}/bookings', [BookingController, 'store'])
    .name('bookings.store');
  const booking = users.where('booking', '[0-9]+').bind('booking', findBooking);
  booking.get('/bookings/{booking}', [BookingController, 'show']).name('bookings.show');
  booking.delete('/bookings/{booking}', [BookingController, 'destroy']).name('bookings.destroy');

  users.get('/invoices', [InvoiceController, 'index']).name('invoices.index');
  users
    .where('invoice', '[0-9]+')
    .bind('invoice', findInvoice)
    .get('/invoices/{invoice}', [InvoiceController, 'show'])
    .name('invoices.show');
};

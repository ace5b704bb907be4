export { FakeMail, fakeMail } from './fake-mail.ts';

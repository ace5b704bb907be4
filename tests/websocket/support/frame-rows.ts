import { bytewise, chunked, close, echo, fragments, frame, opcodes } from './raw-socket.ts';
import { invalidTexts, validTexts } from './utf8-rows.ts';

/**
 * The bytes that a client sends after a message that was echoed, and what comes back: a word for each frame. A row that does not end with `close` or `cut` leaves the connection
 * open, so another message is echoed after it.
 */
export type FrameRow = readonly [name: string, bytes: Buffer | readonly Buffer[], heard: readonly string[]];

const { continuation, text, binary, ping, pong } = opcodes;
const binaryIsRefused = 'error E_SOCKET_MESSAGE';

/** A message that is echoed, as the payload of a text frame. */
export const says = (what: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"event":"echo","data":{"text":"'), Buffer.from(what), Buffer.from('"}}')]);

const say = (what: string): Buffer => frame(text, says(what));

/** Signs of which a message has so many bytes. */
const filling = (bytes: number): string => 'x'.repeat(bytes - says('').length);

/** The largest message, `websocket.max_message`. */
const largest = 65_536;
const sizes = [125, 126, 127, 128, 65_535, largest];

const rows = (of: string, all: readonly FrameRow[]): FrameRow[] =>
  all.map(([name, ...rest]) => [`${of}: ${name}`, ...rest]);

const sizeRows: readonly FrameRow[] = [
  ['an empty text', frame(text), ['error E_SOCKET_MESSAGE']],
  ...sizes.map((size): FrameRow => [`a text of ${size} bytes`, say(filling(size)), [echo(filling(size))]]),
  ['a text in parts of 997 bytes', chunked(say(filling(largest)), 997), [echo(filling(largest))]],
  ['a text byte by byte', bytewise(say('slow')), [echo('slow')]],
  ...[0, ...sizes].map(
    (size): FrameRow => [`${size} bytes of binary`, frame(binary, Buffer.alloc(size, 0xfe)), [binaryIsRefused]],
  ),
  ['a length in two bytes that needs one', frame(text, says('x'), { lengthBytes: 2 }), [echo('x')]],
  ['a length in eight bytes that needs one', frame(text, says('x'), { lengthBytes: 8 }), [echo('x')]],
  ['ten messages at once', Buffer.concat(Array.from('0123456789', say)), Array.from('0123456789', echo)],
];

const pingRows: readonly FrameRow[] = [
  ['without payload', frame(ping), ['pong']],
  ['with a text', frame(ping, 'hello'), ['pong hello']],
  ['with bytes', frame(ping, Buffer.from([0, 0xff, 0xfe, 0xfd])), ['pong \0\xff\xfe\xfd']],
  ['with 125 bytes', frame(ping, 'x'.repeat(125)), [`pong ${'x'.repeat(125)}`]],
  ['with 126 bytes', frame(ping, 'x'.repeat(126)), ['close 1002']],
  ['with 65,536 bytes', frame(ping, 'x'.repeat(65_536)), ['close 1002']],
  ['in parts of one byte', bytewise(frame(ping, 'x'.repeat(125))), [`pong ${'x'.repeat(125)}`]],
  ['an empty pong that nobody asked for', frame(pong), []],
  ['a pong that nobody asked for', frame(pong, 'hello'), []],
  ['a pong, then a ping', [frame(pong, 'a'), frame(ping, 'b')], ['pong b']],
  ['a pong of 126 bytes', frame(pong, 'x'.repeat(126)), ['close 1002']],
  [
    'ten in a row',
    Buffer.concat(Array.from('0123456789', (each) => frame(ping, each))),
    Array.from('0123456789', (each) => `pong ${each}`),
  ],
  [
    'ten in parts of one byte',
    bytewise(Buffer.concat(Array.from('0123456789', (each) => frame(ping, each)))),
    Array.from('0123456789', (each) => `pong ${each}`),
  ],
];

/** The bytes, then a ping that stays without a pong. */
const thenPing = (bytes: Buffer): Buffer => Buffer.concat([bytes, frame(ping)]);
const broken = ['close 1002'];

const reservedRows: readonly FrameRow[] = [
  ...[1, 2, 3, 4, 5, 6, 7].map((rsv): FrameRow => [`bits ${rsv}, text`, thenPing(frame(text, 'x', { rsv })), broken]),
  ...[1, 2, 4].flatMap((rsv): FrameRow[] => [
    [`bits ${rsv}, binary`, thenPing(frame(binary, 'x', { rsv })), broken],
    [`bits ${rsv}, ping`, thenPing(frame(ping, 'x', { rsv })), broken],
    [`bits ${rsv}, close`, thenPing(frame(opcodes.close, '', { rsv })), broken],
    [
      `bits ${rsv}, continuation`,
      thenPing(Buffer.concat([frame(text, 'x', { fin: false }), frame(continuation, 'y', { rsv })])),
      broken,
    ],
  ]),
  ['bits, byte by byte', bytewise(thenPing(frame(text, 'x', { rsv: 4 }))), broken],
];

const opcodeRows: readonly FrameRow[] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap((opcode): FrameRow[] => [
  [`${opcode}, empty`, thenPing(frame(opcode)), broken],
  [`${opcode}, with a payload`, thenPing(frame(opcode, 'reserved')), broken],
  [`${opcode}, as the first part`, thenPing(frame(opcode, 'reserved', { fin: false })), broken],
]);

const whole = says('one two');
const parts = [whole.subarray(0, 20), whole.subarray(20, 34), whole.subarray(34)];
const [first, second, third] = fragments(text, parts) as [Buffer, Buffer, Buffer];
const single = say('single');
const startless = (fin: boolean): Buffer => frame(continuation, 'no start', { fin });

const fragmentRows: readonly FrameRow[] = [
  ['a ping in two', [frame(ping, 'a', { fin: false }), frame(continuation, 'b')], ['close 1002']],
  ['a pong in two', [frame(pong, 'a', { fin: false }), frame(continuation, 'b')], ['close 1002']],
  ['a close in two', [frame(opcodes.close, '', { fin: false }), frame(continuation, 'b')], ['close 1002']],
  ['a text in three', [first, second, third], [echo('one two')]],
  ['a text in three, at once', Buffer.concat([first, second, third]), [echo('one two')]],
  ['a text in three, byte by byte', bytewise(Buffer.concat([first, second, third])), [echo('one two')]],
  [
    'a text with pings between',
    [first, frame(ping, 'a'), second, frame(ping, 'b'), third],
    ['pong a', 'pong b', echo('one two')],
  ],
  ['a text with pongs between', [first, frame(pong), second, frame(pong), third], [echo('one two')]],
  [
    'a text with pings between, byte by byte',
    bytewise(Buffer.concat([first, frame(ping, 'a'), second, third])),
    ['pong a', echo('one two')],
  ],
  ['a text of one byte each', fragments(text, bytewise(whole)), [echo('one two')]],
  [
    'empty parts',
    [frame(text, '', { fin: false }), frame(continuation, '', { fin: false }), frame(continuation, whole)],
    [echo('one two')],
  ],
  ['only empty parts', [frame(text, '', { fin: false }), frame(continuation)], ['error E_SOCKET_MESSAGE']],
  ['binary in two', fragments(binary, ['a', 'b']), [binaryIsRefused]],
  ['a last part without a start', thenPing(startless(true)), broken],
  ['a part without a start', thenPing(startless(false)), broken],
  ['a part without a start, then a text', Buffer.concat([startless(false), single]), ['close 1002']],
  ['a part without a start, byte by byte', bytewise(startless(true)), ['close 1002']],
  ['a part after a whole message', [first, second, third, startless(false), single], [echo('one two'), 'close 1002']],
  ['a text within a text', [first, single], ['close 1002']],
  ['a text as the last part', [first, frame(text, 'x')], ['close 1002']],
  ['binary within a text', [first, frame(binary, 'x')], ['close 1002']],
  ['a close within a text', [first, close(1000), third], ['close 1000']],
  [
    '16,384 parts of one byte',
    Buffer.concat(fragments(text, bytewise(says(filling(16_384))))),
    [echo(filling(16_384))],
  ],
  [
    '16,385 empty parts',
    Buffer.concat(
      fragments(
        text,
        Array.from({ length: 16_385 }, () => ''),
      ),
    ),
    ['close 1008'],
  ],
];

const textRows: readonly FrameRow[] = [
  ...validTexts.flatMap(([name, valid]): FrameRow[] => [
    [name, say(valid), [echo(valid)]],
    [`${name}, a frame for each byte`, Buffer.concat(fragments(text, bytewise(says(valid)))), [echo(valid)]],
  ]),
  ...invalidTexts.flatMap(([name, invalid]): FrameRow[] => [
    [name, frame(text, says(invalid)), ['close 1007']],
    [`${name}, a frame for each byte`, Buffer.concat(fragments(text, bytewise(says(invalid)))), ['close 1007']],
  ]),
];

const closeRows: readonly FrameRow[] = [
  ['without a code', frame(opcodes.close), ['close without a code']],
  ['of one byte', frame(opcodes.close, 'x'), ['close 1002']],
  ['with a reason', close(1000, 'bye'), ['close 1000']],
  ['with 123 bytes of reason', close(1000, 'x'.repeat(123)), ['close 1000']],
  ['with 124 bytes of reason', close(1000, 'x'.repeat(124)), ['close 1002']],
  ['with a reason in Greek', close(1000, 'κόσμε'), ['close 1000']],
  ['with a reason that is not UTF-8', close(1000, Buffer.from([0xce, 0xba, 0xe1])), ['close 1007']],
  ['with a surrogate as reason', close(1000, Buffer.from([0xed, 0xa0, 0x80])), ['close 1007']],
  ['byte by byte', bytewise(close(1000, 'bye')), ['close 1000']],
  // The message runs, but its client has said that it listens no more.
  ['after a message', Buffer.concat([say('last'), close(1000)]), ['close 1000']],
  ['twice', Buffer.concat([close(1000), close(1001)]), ['close 1000']],
  ['then a ping', Buffer.concat([close(1000), frame(ping)]), ['close 1000']],
  ['then a text', Buffer.concat([close(1000), say('late')]), ['close 1000']],
  ['then a text, later', [close(1000), say('late')], ['close 1000']],
  ['then what is not a frame', Buffer.concat([close(1000), Buffer.alloc(100, 0xff)]), ['close 1000']],
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999].map(
    (code): FrameRow => [`code ${code}`, close(code), [`close ${code}`]],
  ),
  ...[0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map(
    (code): FrameRow => [`code ${code}, which nobody may send`, close(code, 'x'), ['close 1002']],
  ),
];

const tooLarge = filling(largest + 1);

const limitRows: readonly FrameRow[] = [
  ['a message one byte too large', say(tooLarge), ['close 1009']],
  ['binary one byte too large', frame(binary, Buffer.alloc(largest + 1)), ['close 1009']],
  [
    'a message too large in two frames',
    fragments(text, [Buffer.alloc(largest, 'x'), Buffer.from('x')]),
    ['close 1009'],
  ],
  ['a message too large in many frames', fragments(text, chunked(says(tooLarge), 1300)), ['close 1009']],
  [
    'the largest message in many frames',
    fragments(text, chunked(says(filling(largest)), 1300)),
    [echo(filling(largest))],
  ],
  // The head alone is enough: nothing is read and kept for it.
  ['a head that names 64 KiB and a byte', frame(text, '', { claimed: 65_537n }), ['close 1009']],
  ['a head that names 4 GiB', frame(text, '', { claimed: 2n ** 32n }), ['close 1009']],
  ['a head that names 2^53', frame(text, '', { claimed: 2n ** 53n }), ['close 1009']],
  ['a head that names 2^63', frame(text, '', { claimed: 2n ** 63n }), ['close 1009']],
  ['a head that names 2^64 - 1', frame(text, '', { claimed: 2n ** 64n - 1n }), ['close 1009']],
  ['parts that name 4 GiB', [first, frame(continuation, '', { claimed: 2n ** 32n })], ['close 1009']],
];

const maskRows: readonly FrameRow[] = [
  ['none, text', thenPing(frame(text, 'x', { mask: null })), broken],
  ['none, ping', thenPing(frame(ping, '', { mask: null })), broken],
  ['none, close', thenPing(frame(opcodes.close, '', { mask: null })), broken],
  ['none, second part', [first, frame(continuation, 'x', { mask: null })], ['close 1002']],
  ['of zeros', frame(text, says('x'), { mask: [0, 0, 0, 0] }), [echo('x')]],
  ['of ones', frame(text, says('x'), { mask: [255, 255, 255, 255] }), [echo('x')]],
  [
    'another one for each part',
    [first, frame(continuation, Buffer.concat(parts.slice(1)), { mask: [9, 8, 7, 6] })],
    [echo('one two')],
  ],
];

const strangeRows: readonly FrameRow[] = [
  ['a request', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), ['close 1002']],
  ['a TLS hello', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), ['close 1002']],
  ['zeros', Buffer.alloc(1000), ['close 1002']],
  ['ones', Buffer.alloc(1000, 0xff), ['close 1002']],
  ['JSON without a frame', says('x'), ['close 1002']],
];

/** What a client may send and what it must not, after the list of the Autobahn test suite. Without extensions. */
export const frameRows: readonly FrameRow[] = [
  ...rows('size', sizeRows),
  ...rows('ping', pingRows),
  ...rows('reserved', reservedRows),
  ...rows('opcode', opcodeRows),
  ...rows('parts', fragmentRows),
  ...rows('UTF-8', textRows),
  ...rows('close', closeRows),
  ...rows('limit', limitRows),
  ...rows('mask', maskRows),
  ...rows('no frame', strangeRows),
];

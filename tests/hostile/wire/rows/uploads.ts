import { type Attack, each, field, file, json, multipart, request, upload } from '../attack.ts';

const typed = (type: string, body: string): string => request('POST', '/upload', [`Content-Type: ${type}`], body);
const good = multipart([file('f', 'a.txt', 'hello')]);
const many = (count: number, make: (at: number) => ReturnType<typeof file>): string =>
  upload(multipart(Array.from({ length: count }, (_, at) => make(at))));

/** Content that resembles what stands between parts, under the boundary B. */
const lookAlikes: Readonly<Record<string, string>> = {
  CR: '\r',
  LF: '\n',
  'line breaks': '\r\n',
  'line breaks and a dash': '\r\n-',
  'line breaks and two dashes': '\r\n--',
  'letters and CR in turn': 'x\r',
  'a delimiter and a letter': '\r\n--Bx',
  'a delimiter and CR': '\r\n--B\r',
  'a delimiter and a dash': '\r\n--B-',
  dashes: '-',
  NUL: '\0',
  'headers of parts': 'Content-Disposition: form-data; name="a"\r\n\r\n',
};
const filledWith = (unit: string): string => unit.repeat(Math.floor(100_000 / unit.length));

/** UP: multipart bodies and the names in them. */
export const uploads: readonly Attack[] = [
  ...each(
    'UP-01',
    {
      'a part header and then the end': upload(
        '--B\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n--B--\r\n',
      ),
      'a part cut off': upload(good.slice(0, -9)),
      'a header line without a colon, as long as the boundary': upload(
        '--B\r\nContent-Disposition: form-data; name="f"; filename="a"\r\nhello\r\n--B--\r\n',
      ),
      'the same in a text': upload('--B\r\nContent-Disposition: form-data; name="f"\r\nhello\r\n--B--\r\n'),
      'nothing at all': upload('--B'),
      'no boundary': typed('multipart/form-data', good),
      'a boundary of 500 characters': typed(
        `multipart/form-data; boundary=${'B'.repeat(500)}`,
        good.replaceAll('--B', `--${'B'.repeat(500)}`),
      ),
    },
    { status: 400, has: /"code":"E_BODY_/ },
  ),
  {
    row: 'UP-02',
    what: 'a text where a file is expected',
    send: json('{"name":"a","avatar":"/etc/passwd"}', '/valid'),
    status: 422,
    has: /"avatar"/,
  },
  {
    row: 'UP-02',
    what: 'a file where a text is expected',
    send: upload(multipart([file('name', 'a.txt', 'x')]), '/valid'),
    status: 422,
    has: /"name"/,
  },
  ...each(
    'UP-03',
    {
      '3,000 files': many(3000, (at) => file(`f${at}`, 'a', 'x')),
      '5,000 fields': many(5000, (at) => field(`f${at}`, 'x')),
      'a field of two mebibytes': many(1, () => field('f', 'x'.repeat(2 * 1024 * 1024))),
      'five mebibytes in all': many(1, () => file('f', 'a', 'x'.repeat(5 * 1024 * 1024))),
    },
    { status: 413, lacks: /\n\s+at / },
  ),
  {
    row: 'UP-03',
    what: 'a name of 64 KiB',
    send: many(1, () => file('f'.repeat(65_536), 'a', 'x')),
    status: 400,
  },
  {
    row: 'UP-05',
    what: 'a good file that nobody moves',
    send: upload(good),
    status: 200,
    has: /\["f","a\.txt",5,"text\/plain",true\]/,
  },
  ...(
    [
      ['../../x.php', 'x\\.php'],
      ['C:\\x.txt', 'x\\.txt'],
      ['a\0b.txt', 'ab\\.txt'],
      ['.htaccess', '\\.htaccess'],
      ['x'.repeat(4096), 'x{4096}'],
      [Buffer.from('cod\u202egpj.exe').toString('latin1'), 'codgpj\\.exe'],
    ] as const
  ).map(([name, shown]) => ({
    row: 'UP-06',
    what: `the name ${JSON.stringify(name.slice(0, 20))}`,
    send: upload(multipart([file('f', name, 'x')])),
    status: 200,
    has: new RegExp(`\\["f","${shown}",1,"[^"]+",true\\]`),
  })),
  {
    row: 'UP-07',
    what: 'a page that calls itself a picture',
    send: upload(multipart([file('f', 'a.png', '<html><script>alert(1)</script>')])),
    status: 200,
    lacks: /image\//,
  },
  {
    row: 'UP-09',
    what: 'an empty file, an empty file input, two files of one name',
    send: upload(multipart([file('f', 'empty.txt', ''), file('g', '', ''), file('f[]', '2.txt', 'y')])),
    status: 200,
    has: /"files":\[\["f","empty\.txt",0,"[^"]*",true\],\["f\[\]","2\.txt",1,"[^"]*",true\]\]/,
  },
  {
    row: 'UP-10',
    what: 'a handler that throws behind five files',
    send: upload(multipart([1, 2, 3, 4, 5].map((at) => file(`f${at}`, 'a', 'x'))), '/upload/throws'),
    status: 500,
    lacks: /after the upload/,
  },
  ...Object.entries(lookAlikes).flatMap(([what, unit]) => [
    {
      row: 'UP-11',
      what: `100 kB of ${what} in a file`,
      send: upload(multipart([file('f', 'a', filledWith(unit))])),
      status: 200,
      has: new RegExp(`\\["f","a",${filledWith(unit).length},"[^"]+",true\\]`),
    },
    {
      row: 'UP-11',
      what: `100 kB of ${what} in a field`,
      send: upload(multipart([field('f', filledWith(unit))])),
      status: 200,
      has: /"text":"(?!none)/,
    },
  ]),
  ...['gzip', 'br', 'deflate'].map((encoding) => ({
    row: 'UP-11',
    what: `a form compressed by ${encoding}`,
    send: request(
      'POST',
      '/upload',
      ['Content-Type: multipart/form-data; boundary=B', `Content-Encoding: ${encoding}`],
      good,
    ),
    status: 415,
    has: /Accept-Encoding: identity[^]*E_UPLOAD_COMPRESSED/i,
  })),
];

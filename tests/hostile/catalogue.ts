/** C critical, H high, M medium, L low. */
export type Severity = 'C' | 'H' | 'M' | 'L';

/**
 * Where a row is decided, and so where it must be tested: `both` over sockets on either driver; `before` by code that
 * both drivers share and no request can reach alone (boot, parsers, engines, stores); `process` by whole processes;
 * `console` by commands.
 */
export type Place = 'both' | 'before' | 'process' | 'console';

/** One hostile input or fault this framework must survive. */
export interface Row {
  readonly id: string;
  readonly severity: Severity;
  readonly place: Place;
  readonly what: string;
}

const rows = `
RT-01 H both    an escape that is cut short
RT-02 H both    an encoded slash; what is encoded twice
RT-03 H both    percent-encoded bytes that are no UTF-8
RT-04 C both    paths that can be read in two ways: dots, backslashes, doubled slashes
RT-05 M both    a request target of 12,000 and of 20,000 bytes
RT-06 M both    HEAD where only GET is registered
RT-07 M both    a known path with another method
RT-08 H both    a method hidden in a header or in the query
RT-09 M both    OPTIONS, TRACE, CONNECT and methods that do not exist
RT-10 M before  a parameter that stands twice in a pattern
RT-11 H both    thousands of dashes against three parameters of one segment
RT-12 M before  a pattern of fourteen optional parts
RT-13 M both    a script as the path
RT-14 H both    parameters and input called __proto__ or constructor
RT-15 H both    a literal beside a parameter, registered in either order
RT-16 M before  a method and path, or a name, registered twice
RT-17 M both    another case, a trailing slash, an empty segment
RT-18 H before  5,000 routes against 100,000 random paths
RT-19 H both    redirects to addresses of the client's making
RT-20 M before  values in generated addresses that would change the path
ST-01 C both    every spelling of a way out of the directory
ST-02 H both    absolute paths and drives
ST-03 M both    a file system that fails between being asked and being read
ST-04 H both    symbolic links out of the root
ST-05 M both    NUL in a name
ST-06 C both    files led by a dot
ST-07 C both    spellings that pass a guard on a directory
ST-08 M both    ranges: beyond the end, backwards, 500 at once
ST-09 M both    a file that changes while it is sent
ST-10 L both    conditions that are garbage
ST-11 M both    files of unknown kinds
ST-12 M both    a directory without index; a root that is missing
ST-13 H both    hundreds of clients that take one byte a second
BD-01 H both    JSON that is cut off, none, or empty
BD-02 H both    a body over the limit, announced or in chunks
BD-03 H both    45,000 nested lists
BD-04 M both    a scalar or a list where an object is expected
BD-05 H both    numbers that JavaScript would round
BD-06 C both    __proto__ in JSON, at any depth, escaped
BD-07 C both    __proto__ in forms and queries
BD-08 H both    9,000 parameters, 2,000 levels, huge indexes
BD-09 H both    JSON under another type
BD-10 M both    other charsets, bytes that are no UTF-8
BD-11 H both    compressed bombs, corrupt and unknown codings
BD-12 C both    odd spellings of a content type, and two of them
BD-13 H both    a body that stops coming
BD-14 H both    1,000 connections that stop within their headers
BD-15 C both    two framings of one body
BD-16 H both    more body than announced, and less
BD-17 M both    Expect: 100-continue before a body over the limit
BD-18 H both    a key that is given twice
BD-19 M both    a field that is a text, a list and a map at once
BD-20 L both    a body on GET and on DELETE
BD-21 H both    a body that is read twice, or never
BD-22 M both    a million digits, a mebibyte of NUL, thousands of keys
UP-01 C both    multipart bodies that are cut off or have no boundary
UP-02 C both    a text where a file is expected, and the reverse
UP-03 H both    thousands of files and fields, huge fields and names
UP-04 H both    a client that leaves in the middle of its file
UP-05 H both    an upload that nobody moves
UP-06 C both    file names that are paths, or lie
UP-07 H both    content that is not what its name says
UP-08 H both    a disk that is full, a spool that is missing
UP-09 M both    empty files, empty file inputs, two of one name
UP-10 H both    a handler that throws behind five files
UP-11 C both    content that resembles boundaries; compressed forms
HD-01 C both    line breaks in header values, cookies, redirects, file names
HD-02 M both    a header of 32 KiB, 3,000 headers, 200 cookies
HD-03 H both    two hosts, none, and what is no host
HD-04 H both    a host of the client's making in absolute addresses
HD-05 H both    16 KiB of forwarded schemes and hosts
HD-06 L both    what replies tell of the server
HD-07 M both    Accept headers with 4,000 entries
HD-08 M both    cookies called __proto__, given twice, badly escaped
HD-09 M both    Connection and Upgrade that nobody serves
IP-01 C both    forwarded addresses from whom nobody trusts
IP-02 C both    a list of addresses behind one proxy
IP-03 C both    a peer outside the trusted ranges
IP-04 H both    every spelling of an address, and none
IP-05 M both    a client that walks through its IPv6 network
IP-06 M before  a socket without an address
CO-01 C both    a stranger's origin, and null, without configuration
CO-02 C both    credentials together with every origin
CO-03 C both    origins that look like an allowed one
CO-04 C both    origins that look like those of a pattern
CO-05 H both    Vary on every reply that depends on the origin
CO-06 H both    private networks
CO-07 M both    error replies to allowed origins
CO-08 M both    preflights with 16 KiB of headers
CO-09 H both    preflights before authentication and limits
CO-10 M both    the paths CORS is on
CO-11 M both    origins that are none, in the configuration
TH-01 C both    another forwarded address for each request
TH-02 C both    200 requests at once against a limit of 10
TH-03 C before  names and keys that spell those of others
TH-04 C before  several limits on one route
TH-05 M before  points of a limit when the next refuses
TH-06 H both    one route under many paths
TH-07 C before  windows of 30 days
TH-08 H before  a million keys in one window
TH-09 C before  a Redis that refuses connections
TH-10 C before  a Redis that accepts and never answers
TH-11 H before  a Redis that restarts
TH-12 H before  a clock that jumps an hour
TH-13 H process four processes on one limit
TH-14 M before  limits that are no whole numbers
TH-15 H before  a limiter that does not exist
TH-16 H both    a limiter that throws, or takes for ever
TH-17 M both    keys of every kind
TH-18 M before  an answer of the author's that fails
TH-19 L both    which requests count
VA-01 C both    patterns of catastrophic shape
VA-02 H before  flags, line ends and state of patterns
VA-03 H before  patterns that are none
VA-04 C before  rules and data called __proto__
VA-05 C both    huge indexes of lists
VA-06 H both    wildcards over a million leaves
VA-07 M before  thousands of failures with long values
VA-08 H both    lengths of combined characters
VA-09 M both    lone surrogates, NUL, bidirectional controls
VA-10 H both    what passes for a number
VA-11 H before  decimals that binary numbers round
VA-12 H both    dates that do not exist, and words for dates
VA-13 M before  dates compared with fields that are none
VA-14 L before  time zones that are none
VA-15 H both    addresses with other schemes, user information, line breaks
VA-16 C before  names that resolve to the own network
VA-17 C before  table and column names with SQL in them
VA-18 H before  rules made of input
VA-19 M before  unique in a race
VA-20 H before  a database that is down or slow
VA-21 C before  fields a form does not declare
VA-22 C before  rules that do not exist, or lack parameters
VA-23 C before  a custom rule that throws, rejects, or answers a promise
VA-24 M before  two rules of one name
VA-25 M before  rules that refer to one another in a circle
VA-26 H both    texts and numbers that look alike
VA-27 M before  what is accepted
VA-28 M both    JSON of 200,000 brackets
VA-29 H both    email addresses with line breaks and markup
VA-30 M before  IP addresses, identifiers and colours in odd spellings
VA-31 H before  keys with dots and stars
VA-32 H before  filters on what they cannot convert
VA-33 H both    values that look like placeholders
VA-34 H before  a million rule texts
VA-35 M before  messages of fields called __proto__
VA-36 H before  rules that two requests share
LA-01 C both    locales that are paths
LA-02 C both    the locale __proto__
LA-03 H before  100,000 unknown locales
LA-04 C both    two locales at the same time
LA-05 H both    values that look like references to other texts
LA-06 H before  language files that are none
LA-07 M before  language files that are missing
LA-08 M both    texts called constructor
LA-09 H console publishing over edited files
CN-01 C console names that leave the folder
CN-02 H console files that exist, two processes at once
CN-03 H console names that are no identifiers
CN-04 M console no terminal and no name
CN-05 H console a registration file that was edited by hand
CN-06 L console commands and options that do not exist
CN-07 M console a folder that cannot be written
CN-08 L console names with escapes, 10,000 routes, a closed pipe
CN-09 M console the port taken, Redis down
CN-10 H both    options of the console in a query
AU-01 C before  tokens without algorithm or signature
AU-02 C before  tokens of another algorithm
AU-03 C before  tokens out of their time
AU-04 H both    Authorization headers of every shape
AU-05 C before  keys and addresses named by the token
AU-06 H before  time as a witness
AU-07 C before  secrets that are none
AU-08 C before  authentication excluded, inherited, twice
AU-09 C before  abilities that do not exist, throw, or promise
AU-10 H before  hooks of the gate that answer anything
AU-11 C before  an authorize() that throws or forgets to wait
AU-12 H before  revoked tokens while the store is down
AU-13 H before  tokens of another guard, users that are gone
LC-01 C both    anything thrown or rejected
LC-02 H both    a second answer
LC-03 C process a rejection nobody handles
LC-04 H both    clients that leave a stream
LC-05 H both    a stream that fails in the middle
LC-06 C both    400 requests at once and their contexts
LC-07 H both    a handler that never answers
LC-08 C both    the signal to end, with requests in flight
LC-09 M before  a port that is taken or forbidden, a host that is none
LC-10 C process a plugin that fails or hangs at boot
LC-11 H before  plugins that wait for one another
LC-12 H before  two plugins of one name, facade or signature
LC-13 C both    hooks that throw
LC-14 C both    an error handler that throws
LC-15 M before  configuration with unknown keys, changed after boot
LC-16 H process two applications in one process
LC-17 H both    middleware that calls next() twice, or never
LC-18 M before  a route registered after boot
LC-19 H process a plugin that hangs while closing
LC-20 M process no file descriptors left
LC-21 H process a log that blocks or is closed, line breaks in what is logged
LC-22 M both    an event loop that is blocked
LC-23 C both    all of this on two drivers, byte for byte
PL-01 C both    requests behind one whose Expect was answered without 100
PL-02 C both    half an upload behind a slow request, whose client leaves
PL-03 H both    pipelined requests whose client leaves before their turn
PL-04 H both    63 KB of requests at once for files, and nothing is read
PL-05 H both    requests behind an answer that closes
TG-01 H both    targets with escapes and a slash at their end, handed to others
TG-02 C both    spellings that pass a guard in front of a hand-over, or one of others in front of a route
TG-03 M both    signatures over the target as it was sent
TG-04 M both    a directory without the slash at its end
TG-05 M both    methods and paths that no mounted application sees
SN-01 M both    streams whose first bytes do not come
SN-02 H both    streams that fail before their first byte
SN-03 H both    streams that break off as if their client had left
SN-04 H both    event streams of others while the application closes
SN-05 M both    handlers that write by themselves for longer than a request may take
SN-06 M before  errors for the client that native middleware throws
SN-07 H before  a driver that throws where it searches
`;

const row = (line: string): Row => {
  const [, id = '', severity = '', place = '', what = ''] = /^(\S+) (\S) (\w+) +(.+)$/.exec(line) ?? [];
  return { id, severity: severity as Severity, place: place as Place, what };
};

/** The whole catalogue; the id of a row is in the name of each test of it. */
export const catalogue: readonly Row[] = rows.trim().split('\n').map(row);

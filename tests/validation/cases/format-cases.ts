import { type RuleCase, ruleCase, sameCases } from './case.ts';

const uuids = {
  3: 'a3bb189e-8bf9-3888-9912-ace4e6543002',
  4: '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
  5: '886313e1-3b8a-5372-9b90-0c9aee199e5d',
  7: '018f2e6d-7c1a-7c3e-8a2b-1d2e3f405162',
};
const [early, late] = ['2024-01-01', '2024-01-03'];

/** Rules on the form of a text and on dates. */
export const formatCases: readonly RuleCase[] = [
  ruleCase('alpha', 'aé', 'a1'),
  ruleCase('alpha_num', 'é1', 'a-'),
  ruleCase('alpha_dash', 'a-1', 'a b'),
  ...sameCases(['alpha:ascii', 'alpha_num:ascii', 'alpha_dash:ascii', 'ascii'], 'a', 'é'),
  ruleCase('lowercase', 'a', 'A'),
  ruleCase('uppercase', 'A', 'a'),
  ruleCase('email', 'a@b.cd', 'a'),
  ruleCase('email:strict', 'a@b.cd', 'a@b'),
  ruleCase('email:filter', 'a@b.cd', 'é@b.cd'),
  ruleCase('email:dns', 'a@live.org', 'a@dead.org'),
  ruleCase('url', 'ftp://a.b', 'a.b'),
  ruleCase('url:http,https', 'http://a.b', 'ftp://a.b'),
  ruleCase('active_url', 'http://live.org', 'http://dead.org'),
  ruleCase('ip', '::1', '1.2.3'),
  ruleCase('ipv4', '1.2.3.4', '::1'),
  ruleCase('ipv6', '::1', '1.2.3.4'),
  ruleCase('mac_address', '00:11:22:aa:bb:cc', '00:11'),
  ruleCase('json', '{"a":[1]}', '{a:1}'),
  ruleCase('uuid', uuids[7], 'x'),
  ruleCase('uuid:7', uuids[7], uuids[4]),
  ruleCase('uuid3', uuids[3], uuids[4]),
  ruleCase('uuid4', uuids[4], uuids[5]),
  ruleCase('uuid5', uuids[5], uuids[4]),
  ruleCase('ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAU'),
  ruleCase('hex_color', '#1e90ff', '1e90ff'),
  ruleCase('regex:^a+$', 'aa', 'ab'),
  ruleCase('not_regex:^a+$', 'ab', 'aa'),
  ruleCase('password', 'eight888', 'seven77'),
  ruleCase('password:min=4,numbers', 'abc1', 'abcd'),
  ruleCase('date', early, '2024-02-30'),
  ruleCase('date_format:d.m.Y,Y-m-d', '02.01.2024', '02/01/2024'),
  ruleCase('date_format:02.01.2006', '02.01.2024', '2024-01-02'),
  ruleCase('date_equals:2024-01-02', '2024-01-02T00:00:00Z', late),
  ...sameCases(['before:2024-01-02', 'before_or_equal:2024-01-02'], early, late),
  ...sameCases(['after:2024-01-02', 'after_or_equal:2024-01-02'], late, early),
  // The clock of these cases stands at noon of 2 January 2024.
  ruleCase('before:tomorrow', '2024-01-02', late),
  ruleCase('after:today -1 day', '2024-01-02', early),
  ruleCase('timezone', 'Europe/Berlin', 'Europe/Atlantis'),
];

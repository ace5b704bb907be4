import { def, op } from './dsl.ts';

def('Member', '{nick: string, joined: date}');
def('Project', '{id: string, team: string, title: string}');

op('GET /teams', { r: { 200: '{id: string, name: string}[]' }, t: [[200, '/teams']] });
op('GET /teams/{team}', {
  r: { 200: '{id: string, name: string, size: number}', 404: '!' },
  t: [
    [200, '/teams/1'],
    [404, '/teams/9'],
  ],
});
op('PUT /teams/{team}', {
  r: { 200: '{id: string, name: string, members: Member[], closed?: boolean}', 404: '!', 422: '!' },
  b: '{name: string}',
  t: [
    [200, '/teams/2', { json: { name: 'x' } }],
    [404, '/teams/9', { json: { name: 'x' } }],
    [422, '/teams/1', { json: {} }],
  ],
});
op('GET /teams/{team}/members', {
  r: { 200: '{members: Member[]}', 404: '!' },
  t: [
    [200, '/teams/1/members'],
    [404, '/teams/9/members'],
  ],
});
op('POST /teams/{team}/members', {
  r: { 201: 'Member', 404: '!', 422: '!' },
  b: '{nick: string}',
  t: [
    [201, '/teams/1/members', { json: { nick: 'bob' } }],
    [404, '/teams/9/members', { json: { nick: 'bob' } }],
    [422, '/teams/1/members', { json: {} }],
  ],
});
op('GET /teams/{team}/members/{member}', {
  r: { 200: '{team: string, member: Member}', 404: '!' },
  t: [
    [200, '/teams/1/members/ada'],
    [404, '/teams/1/members/zoe'],
  ],
});
op('DELETE /teams/{team}/members/{member}', {
  r: { 204: '-', 404: '!' },
  t: [
    [204, '/teams/1/members/ada'],
    [404, '/teams/1/members/zoe'],
  ],
});
op('POST /teams/{open}/badges', {
  r: { 201: '{badge: string}', 404: '!', 410: '!' },
  t: [
    [201, '/teams/1/badges'],
    [404, '/teams/9/badges'],
    [410, '/teams/2/badges'],
  ],
});

op('GET /projects', { r: { 200: 'Project[]' }, t: [[200, '/projects']] });
op('POST /projects', {
  r: { 201: 'Project', 422: '!' },
  b: '{title: string}',
  t: [
    [201, '/projects', { json: { title: 'x' } }],
    [422, '/projects', { json: {} }],
  ],
});
op('GET /projects/{id}', {
  r: { 200: 'Project', 404: '!' },
  t: [
    [200, '/projects/5'],
    [404, '/projects/9'],
  ],
});
for (const method of ['PUT', 'PATCH']) {
  op(`${method} /projects/{id}`, {
    r: { 200: 'Project', 404: '!', 422: '!' },
    b: '{title?: string}',
    t: [
      [200, '/projects/5', { json: { title: 'x' } }],
      [404, '/projects/9', { json: {} }],
      [422, '/projects/5', { json: { title: 5 } }],
    ],
  });
}
op('DELETE /projects/{id}', {
  r: { 204: '-', 404: '!' },
  t: [
    [204, '/projects/5'],
    [404, '/projects/9'],
  ],
});
op('GET /closed-projects', { r: { 200: '{projects: string[]}' }, t: [[200, '/closed-projects']] });
op('GET /closed-projects/{id}', {
  r: { 200: 'Project', 404: '{reason: string}' },
  t: [
    [200, '/closed-projects/5'],
    [404, '/closed-projects/9'],
  ],
});

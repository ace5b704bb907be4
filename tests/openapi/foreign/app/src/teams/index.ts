import { type Context, GoneError, type ResourceController } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { MemoryRepository, nextId } from '../support/index.ts';

interface Team {
  id: string;
  name: string;
  members: Member[];
  closed?: boolean;
}

interface Member {
  nick: string;
  joined: Date;
}

interface Project {
  id: string;
  team: string;
  title: string;
}

const teams = new MemoryRepository<Team>(() => [
  { id: '1', name: 'Oak', members: [{ nick: 'ada', joined: new Date(0) }] },
  { id: '2', name: 'Elm', members: [], closed: true },
]);

const projects = new MemoryRepository<Project>(() => [{ id: '5', team: '1', title: 'Beds' }]);

const findTeam = (id: string): Team | null => teams.find(id);

const openTeam = (id: string): Team | null => {
  const team = findTeam(id);
  if (team?.closed === true) throw new GoneError('The team is closed.');
  return team;
};

const memberOf = (nick: string, _ctx: Context, { team }: { team: Team }): Member | undefined =>
  team.members.find((one) => one.nick === nick);

class ProjectController implements ResourceController<{ id: Project }> {
  index() {
    return projects.all();
  }

  show(_ctx: Context, { id: project }: { id: Project }) {
    return project;
  }

  async store(ctx: Context) {
    const { title } = await ctx.request().validated({ title: 'required|string' });
    return ctx.response().json(201, projects.save({ id: nextId(), team: '1', title }));
  }

  async update(ctx: Context, { id: project }: { id: Project }) {
    const { title } = await ctx.request().validated({ title: 'string' });
    return projects.save({ ...project, title: title ?? project.title });
  }

  destroy(ctx: Context, { id: project }: { id: Project }) {
    projects.delete(project.id);
    return ctx.response().noContent();
  }
}

class MemberController {
  show(_ctx: Context, { team, member }: { team: Team; member: Member }) {
    return { team: team.name, member };
  }

  remove(ctx: Context, { team, member }: { team: Team; member: Member }) {
    teams.save({ ...team, members: team.members.filter((one) => one !== member) });
    return ctx.response().noContent();
  }
}

export const teamRoutes = (route: Router): void => {
  const all = route.prefix('/teams').name('teams.');
  all.get('/', () => teams.all().map(({ id, name }) => ({ id, name }))).name('index');

  const one = all.bind('team', findTeam);
  one
    .get('/{team:[0-9]+}', (_ctx, { team }) => ({ id: team.id, name: team.name, size: team.members.length }))
    .name('show');
  one.put('/{team:[0-9]+}', async (ctx, { team }) => {
    const { name } = await ctx.request().validated({ name: 'required|string|max:20' });
    return teams.save({ ...team, name });
  });
  one.prefix('/{team}').group((inside) => {
    inside.get('/members', (_ctx, { team }) => ({ members: team.members }));
    inside.post('/members', async (ctx, { team }) => {
      const { nick } = await ctx.request().validated({ nick: 'required|alpha' });
      const member: Member = { nick, joined: new Date() };
      teams.save({ ...team, members: [...team.members, member] });
      return ctx.response().json(201, member);
    });
    inside.bind('member', memberOf).group((within) => {
      within.get('/members/{member}', [MemberController, 'show']);
      within.delete('/members/{member}', [MemberController, 'remove']);
    });
  });
  all.bind('open', openTeam).post('/{open}/badges', (ctx, { open }) =>
    ctx
      .response()
      .status(201)
      .json({ badge: `${open.name}!` }),
  );

  route
    .bind('id', (id) => projects.find(id))
    .resource('/projects', ProjectController)
    .where('id', '[0-9]+');
  route.resource('/closed-projects', new ProjectListController()).only('index', 'show');
};

class ProjectListController implements ResourceController {
  index() {
    return { projects: projects.all().map((project) => project.title) };
  }

  show(ctx: Context<'id'>) {
    const project = projects.find(ctx.request().route('id'));
    return project ?? ctx.response().json(404, { reason: 'unknown' });
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Copy, DockerfileParser, From, type Instruction } from 'dockerfile-ast';
import { parse } from 'yaml';
import { SETTING_NAMES } from '../../src/http/settings/settings.module';
import { startBuiltService } from './built-service';
import { ROOT } from './project-files';
import { itLong } from '../support/fuzz';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** A version that says what is run: `20.20.2-bookworm-slim`, not `20` or `latest`. scripts/pin-images.mjs adds the digest. */
const PINNED = /^[a-z][a-z0-9/.-]*:\d+\.\d+(\.\d+)?(-[a-z0-9.]+)*(@sha256:[0-9a-f]{64})?$/;

/** The instructions of the stages of the Dockerfile, in order, each stage begun by its FROM. */
const stages: readonly (readonly Instruction[])[] = DockerfileParser.parse(read('Dockerfile'))
  .getInstructions()
  .reduce<Instruction[][]>(
    (all, instruction) => (instruction instanceof From ? [...all, [instruction]] : [...all.slice(0, -1), [...(all.at(-1) ?? []), instruction]]),
    [],
  );
const last = stages.at(-1) ?? [];
const textOf = (instruction: Instruction): string => instruction.getArgumentsContent() ?? '';
const keywordsOf = (stage: readonly Instruction[]): readonly string[] => stage.map((instruction) => instruction.getKeyword());
const fromOf = (instruction: Instruction): string | null | undefined =>
  instruction instanceof Copy
    ? instruction
        .getFlags()
        .find((flag) => flag.getName() === 'from')
        ?.getValue()
    : undefined;
const wordsOf = (keyword: string): readonly string[] =>
  last.filter((one) => one.getKeyword() === keyword).flatMap((one): string[] => JSON.parse(/\[.*\]/s.exec(textOf(one))?.[0] ?? '[]'));
const packageFile: { readonly bin: Readonly<Record<string, string>>; readonly version: string } = JSON.parse(read('package.json'));

describe('the Dockerfile', () => {
  it('names the version of every image, and one that the product runs on', () => {
    const images = stages.flatMap(([from]) => (from instanceof From ? [from.getImage() ?? ''] : []));
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(PINNED);
    for (const image of images) expect(image).toMatch(/^node:2\d\.\d+\.\d+-bookworm/);
    expect(new Set(images.map((image) => image.replace(/(-slim)?(@.*)?$/, ''))).size).toBe(1);
  });

  it('runs as a user without rights, from the last change of the image on', () => {
    const keywords = keywordsOf(last);
    const user = last.find((instruction) => instruction.getKeyword() === 'USER');
    expect(user && textOf(user)).toBe('node');
    expect(keywords.lastIndexOf('USER')).toBeGreaterThan(Math.max(keywords.lastIndexOf('RUN'), keywords.lastIndexOf('COPY')));
    expect(keywords.lastIndexOf('USER')).toBeLessThan(keywords.indexOf('ENTRYPOINT'));
  });

  it('installs what the lock file says, and runs without what only building needs', () => {
    const commands = stages
      .flat()
      .filter((instruction) => instruction.getKeyword() === 'RUN')
      .map(textOf);
    expect(commands.filter((command) => command.includes('npm'))).toEqual([
      expect.stringMatching(/runtime-packages\.mjs .*&& npm ci /),
      expect.stringMatching(/^npm ci (?!.*omit)/),
    ]);
    expect(commands.join('\n')).not.toMatch(/npm (install|i|update)\b|curl|wget|apt/);
    const modules = last.find((instruction) => instruction instanceof Copy && textOf(instruction).includes('node_modules'));
    expect(modules && fromOf(modules)).toBe('dependencies');
  });

  it('copies what is there, and nothing that it ignores', () => {
    const kept = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const sources = stages.flat().flatMap((instruction) => {
      if (!(instruction instanceof Copy) || fromOf(instruction) !== undefined) return [];
      return instruction
        .getArguments()
        .slice(0, -1)
        .map((argument) => argument.getValue());
    });
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) expect([source, existsSync(join(ROOT, source)), kept.includes(source)]).toEqual([source, true, true]);
    expect(kept.filter((name) => !sources.includes(name))).toEqual([]);
    expect(keywordsOf(stages.flat())).not.toContain('ADD');
  });

  it('copies from stages only what they have', () => {
    const names = stages.flatMap(([from]) => (from instanceof From ? [from.getBuildStage()] : []));
    const copiedFrom = last.map(fromOf).filter((name) => name !== undefined);
    expect(copiedFrom.length).toBeGreaterThan(1);
    for (const name of copiedFrom) expect(names).toContain(name);
  });

  it('starts the program of the package without a shell, so that signals reach it', () => {
    expect(wordsOf('ENTRYPOINT')).toEqual(['node', posix.join('/app', packageFile.bin['clearloop'] ?? '')]);
    expect(wordsOf('CMD')).toEqual(['serve']);
    expect(keywordsOf(last)).toEqual(expect.arrayContaining(['HEALTHCHECK', 'EXPOSE', 'VOLUME']));
  });

  it('sets only what is a setting', () => {
    const set = last
      .filter((one) => one.getKeyword() === 'ENV')
      .flatMap((one) =>
        textOf(one)
          .split(/\s+/)
          .map((pair) => pair.split('=')[0] ?? ''),
      );
    expect(set.filter((name) => name !== 'NODE_ENV' && !SETTING_NAMES.includes(name))).toEqual([]);
    expect(set).toEqual(expect.arrayContaining(['HOST', 'PORT']));
  });

  itLong('serves this machine only, and its health check is 0 until SIGTERM ends it, then 1', async () => {
    const [program, ...args] = wordsOf('HEALTHCHECK');
    const service = await startBuiltService(process.env, { script: packageFile.bin['clearloop'] ?? '', cwd: ROOT });
    const check = (): number | null => spawnSync(process.execPath, [...args], { env: { ...process.env, PORT: service.address.split(':')[1] } }).status;
    expect(service.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect([program, check()]).toEqual(['node', 0]);
    expect(await service.stop()).toEqual([0, null]);
    expect(check()).toBe(1);
  });
});

interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: object;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly [key: string]: unknown;
}

describe('compose.yaml', () => {
  const { services, volumes }: { readonly services: Readonly<Record<string, ComposeService>>; readonly volumes: object } = parse(read('compose.yaml'));
  const service = services['clearloop'];

  it('names the version of every image, that of the package for its own', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(PINNED);
    expect(service?.image).toBe(`clearloop:${packageFile.version}`);
  });

  it('sets only what is a setting, and asks for keys everywhere', () => {
    expect(Object.keys(service?.environment ?? {}).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    expect(service?.environment).toMatchObject({ CLEARLOOP_API_KEYS_SCOPE: 'all', CLEARLOOP_API_KEYS_FILE: expect.stringMatching(/^\/data\/keys\//) });
  });

  it('has no secret in it', () => {
    expect(read('compose.yaml')).not.toMatch(/PASSWORD: (?!\$\{POSTGRES_PASSWORD:\?)/);
    expect(service?.environment['CLEARLOOP_DB_URL']).toMatch(/:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:5432\/clearloop$/);
  });

  it('opens the service to this machine alone, and the database to nobody', () => {
    expect(service?.ports).toEqual(['127.0.0.1:5080:5080']);
    expect(services['postgres']?.ports).toBeUndefined();
  });

  it('takes away what the service does not need', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], init: true });
    for (const one of Object.values(services)) expect(one).not.toHaveProperty('privileged');
  });

  it('waits for the database, and long enough for running conversions', () => {
    expect(service?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services['postgres']?.healthcheck).toBeDefined();
    expect(Number.parseInt(String(service?.['stop_grace_period']), 10)).toBeGreaterThan(Number(service?.environment['CLEARLOOP_SHUTDOWN_SECONDS']));
  });

  it('adds two workers and their queue where batches are wanted', () => {
    const { worker, redis } = services;
    expect(worker).toMatchObject({ profiles: ['batches'], image: service?.image, deploy: { replicas: 2 }, read_only: true, cap_drop: ['ALL'] });
    expect(Object.keys(worker?.environment ?? {})).toEqual(['CLEARLOOP_QUEUE_URL', 'CLEARLOOP_LEDGER_URL', 'CLEARLOOP_DB_URL']);
    expect(worker?.environment['CLEARLOOP_QUEUE_URL']).toBe('redis://redis:6379');
    expect(worker?.depends_on).toEqual({ postgres: { condition: 'service_healthy' }, redis: { condition: 'service_healthy' } });
    for (const one of [worker, redis]) expect(one?.ports).toBeUndefined();
  });

  it('lets the service take batches where roots are named, over the queue and the ledger of the workers', () => {
    const { worker } = services;
    expect(service?.environment['CLEARLOOP_BATCH_ROOTS']).toBe('${CLEARLOOP_BATCH_ROOTS:-}');
    expect(service?.environment['CLEARLOOP_QUEUE_URL']).toBe(worker?.environment['CLEARLOOP_QUEUE_URL']);
    // Its ledger is in the database of codes when no other one is named.
    expect(service?.environment['CLEARLOOP_DB_URL']).toBe(worker?.environment['CLEARLOOP_LEDGER_URL']);
    expect(service?.volumes).toContain('batches:/batches:ro');
    expect(worker?.volumes).toEqual(['batches:/batches']);
  });

  it('keeps data in volumes that are declared', () => {
    const used = Object.values(services).flatMap((one) => (one.volumes ?? []).map((volume) => volume.split(':')[0] ?? ''));
    expect([...new Set(used)].sort()).toEqual(Object.keys(volumes).sort());
  });
});

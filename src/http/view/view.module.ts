import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, type DynamicModule, Get, Inject, Module, type OnModuleDestroy, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { packageRoot } from '../../common/package-root';
import type { CodeDirectory } from '../../mapping/code-descriptions';
import type { Engine } from '../../pipeline/engine';
import { CODE_DIRECTORY, CONVERTER } from '../../pipeline/pipeline.tokens';
import { DEFAULT_LIMITS, ViewFiles } from '../../viewer/view-files';
import type { ServiceSettings } from '../settings/service-settings';
import { ViewController } from './view.controller';

/** Nothing from anywhere else, nothing inline, in no frame, and no form. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** The files of the page, which the build makes from src/viewer/page. */
const FILES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'viewer.js': 'text/javascript; charset=utf-8',
  'viewer.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The page of the viewer: static files without data. */
@ApiExcludeController()
@Controller('view')
export class ViewPageController {
  private readonly loaded = new Map<string, Buffer>();

  /** The page names its files relative to its own address, so that it also works behind a proxy. */
  @Get()
  async page(@Req() { url }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [path = '', query] = url.split('?', 2);
    if (path.endsWith('/')) await reply.redirect(`../view${query === undefined ? '' : `?${query}`}`, 302);
    else await this.send('index.html', reply);
  }

  @Get(':file')
  async file(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    await this.send(file, reply);
  }

  private async send(name: string, reply: FastifyReply): Promise<void> {
    const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (type === undefined) throw new EdiError('EDI_NOT_FOUND', 'The page of the viewer has no such file.');
    await reply.headers({ 'content-type': type, 'content-security-policy': POLICY, 'cache-control': 'no-cache' }).send(this.read(name));
  }

  private read(name: string): Buffer {
    const known = this.loaded.get(name) ?? readFileSync(join(packageRoot(), 'dist', 'viewer', name));
    this.loaded.set(name, known);
    return known;
  }
}

/** All levels, so that filters have something to choose from. */
const ALL_LEVELS = '1-7';

/** The viewer: its page, and what the page asks for. */
@Module({})
export class ViewModule implements OnModuleDestroy {
  constructor(@Inject(ViewFiles) private readonly files: ViewFiles) {}

  static forRoot(settings: ServiceSettings, engine: DynamicModule, codes?: DynamicModule): DynamicModule {
    const { EDI_VALIDATION_LEVELS: levels = ALL_LEVELS, EDI_VALIDATION_RULES: rules, CLEARLOOP_VIEWER_FILES: maxFiles } = settings;
    const options = { levels, ...(rules === undefined ? {} : { rules }) };
    return {
      module: ViewModule,
      imports: [engine, ...(codes === undefined ? [] : [codes])],
      controllers: [ViewController, ViewPageController],
      providers: [
        {
          provide: ViewFiles,
          inject: [CONVERTER, { token: CODE_DIRECTORY, optional: true }],
          useFactory: (converter: Engine, directory?: CodeDirectory) =>
            new ViewFiles({ engine: converter, codes: directory, options }, { maxFiles, ...DEFAULT_LIMITS }),
        },
      ],
      exports: [ViewFiles],
    };
  }

  onModuleDestroy(): void {
    this.files.closeAll();
  }
}

import { type DynamicModule, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import type { CodeDirectory } from '../../mapping/code-descriptions';
import type { Engine } from '../../pipeline/engine';
import { CODE_DIRECTORY, CONVERTER } from '../../pipeline/pipeline.tokens';
import { DEFAULT_LIMITS, ViewFiles } from '../../viewer/view-files';
import type { ServiceSettings } from '../settings/service-settings';
import { ViewPageController } from './view-page.controller';
import { ViewController } from './view.controller';

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

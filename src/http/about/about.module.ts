import { Module } from '@nestjs/common';
import { LoggingModule } from '../logging/logging.module';
import { ServiceSettings } from '../settings/service-settings';
import { AboutController, BUILD_INFO, LICENSE, RootController } from './about.controller';
import { readBuildInfo } from './app-info';
import { type License, OPEN_LICENSE, readLicense } from './license';

/** Version, build time and licence. The start fails where the licence file cannot be read. */
@Module({
  imports: [LoggingModule],
  controllers: [AboutController, RootController],
  providers: [
    { provide: BUILD_INFO, useFactory: readBuildInfo },
    { provide: LICENSE, inject: [ServiceSettings], useFactory: licenseOf },
  ],
})
export class AboutModule {}

function licenseOf({ EDI_LICENSE_FILE: file, CLEARLOOP_LICENSE_PUBLIC_KEY: key }: ServiceSettings): License {
  return file === undefined ? OPEN_LICENSE : readLicense(file, key);
}

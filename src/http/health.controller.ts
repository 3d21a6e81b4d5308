import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

/** Answers probes of load balancers and containers. A service that shuts down takes no connections, so an answer means ready. */
@ApiTags('Service')
@Controller()
export class HealthController {
  @Get('health')
  @ApiOperation({ summary: 'Whether the service runs' })
  @ApiOkResponse({ schema: { type: 'object', properties: { status: { type: 'string', enum: ['ok'] } } } })
  health(): { readonly status: 'ok' } {
    return { status: 'ok' };
  }
}

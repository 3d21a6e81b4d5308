# The service. Build: docker build -t clearloop . - run: docs/operations.md.
# All stages have the same Debian, because a dependency (sqlite3) may be compiled in one and run in the other.

FROM node:20.20.2-bookworm AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts scripts
# The core with the parts of the service and of code look-up, without development dependencies.
RUN mkdir /runtime && node scripts/runtime-packages.mjs /runtime && cd /runtime && npm ci --no-audit --no-fund

FROM node:20.20.2-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/no-scarf scripts/no-scarf
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY schemas schemas
COPY src src
COPY plugins plugins
# The build converts a sample, so that the code cache is there from the first start.
COPY samples/835.edi samples/835.edi
RUN node scripts/ensure-built.mjs --rebuild

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5080 CLEARLOOP_DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /runtime/node_modules node_modules
COPY package.json LICENSE ./
COPY scripts/no-scarf scripts/no-scarf
COPY schemas schemas
COPY templates templates
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 5080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/bundle/cli.js"]
CMD ["serve"]

# Everkin as an image: built in one stage, run in another, as a user without rights, on a read-only file system.
# `docker build -t everkin .`; deploy/README.md says what it needs to run.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY packages packages
RUN npm ci
COPY . .
# The second install leaves out what only builds and tests need. TypeScript is an optional peer of React Router.
RUN npm run build \
  && npm ci --omit=dev --workspace @everkin/server --workspace @everkin/web \
  && rm -r node_modules/typescript node_modules/@typescript packages/testing packages/web \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete

FROM node:24.21.0-bookworm-slim
# MALLOC_… and the options of node: as in scripts/run.ts.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=4194304 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json /app/LICENSE ./
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/packages packages
COPY --from=build --chown=root:root /app/build build
COPY --from=build --chown=root:root /app/library library
COPY --from=build --chown=root:root /app/locales locales
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=180s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=50", "packages/server/src/main.ts"]

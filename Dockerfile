# docker build -t voltboard .
# The base is Debian, because the embedded events store needs glibc. Raise its version together with the one CI uses.
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The pattern matches nothing where the showroom is absent.
COPY showcase*/package.json showcase/
COPY scripts/prepare.mjs scripts/
RUN node scripts/prepare.mjs
COPY . .
RUN node scripts/prepare.mjs build

# What runs needs no tool of the build, and no script of a package.
FROM node:20.20.2-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-progress
# Where DATABASE_URL and CLICKHOUSE_URL name servers, the embedded engine is 540 MB that nobody needs.
ARG EMBEDDED=on
RUN if [ "$EMBEDDED" = off ]; then rm -rf node_modules/@chdb; fi

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/server dist/server
COPY --from=build /app/dist/web dist/web
COPY package.json LICENSE NOTICE.md ./
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
# Node ends in order when it is told to stop: what outlets sent is stored first.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/api/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]

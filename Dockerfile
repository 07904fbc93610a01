# One file and a /data volume. The build stage needs the npm registry and deno's runtime (denort).
# Both images by digest (each an index of amd64 and arm64); the tag says which version it was.
FROM denoland/deno:2.9.6@sha256:2014dc167ece617ef7e7ba40631ac2234c59e75ce693e7cc2dc2602b3c87859d AS build
# docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=
WORKDIR /src
COPY . .
RUN deno install --frozen && WINNOW_COMMIT=$COMMIT deno task compile --output /out/winnow && mkdir /out/data

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
ARG COMMIT=
LABEL org.opencontainers.image.title=Winnow org.opencontainers.image.licenses=MIT org.opencontainers.image.revision=$COMMIT
COPY --from=build /out/winnow /usr/local/bin/winnow
COPY --from=build /src/LICENSE /src/NOTICE /usr/share/doc/winnow/
# A volume takes over the owner of the folder it covers; without it /data would be root's, and nothing could be written.
COPY --from=build --chown=65532:65532 /out/data /data
# The keys of the first start are in /data/live.key and /data/test.key, not in the log: `docker cp CONTAINER:/data/live.key .`
# Buffers from 64 KiB on go back to the system when they are freed, instead of staying in the heap after an overload.
ENV WINNOW_HOST=0.0.0.0 WINNOW_DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=65536
VOLUME /data
EXPOSE 8080
USER 65532:65532
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s --retries=3 CMD ["/usr/local/bin/winnow", "health"]
# A drain takes up to 10 s, as long as docker waits before it kills: `docker run --stop-timeout 30`.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/winnow"]
CMD ["serve"]

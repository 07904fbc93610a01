# One file and a /data volume. The build stage needs the npm registry and deno's runtime (denort).
FROM denoland/deno:2.9.6 AS build
WORKDIR /src
COPY . .
RUN deno install --frozen && deno task compile --output /out/winnow && mkdir /out/data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/winnow /usr/local/bin/winnow
COPY --from=build /src/LICENSE /src/NOTICE /usr/share/doc/winnow/
# A volume takes over the owner of the folder it covers; without it /data would be root's, and nothing could be written.
COPY --from=build --chown=65532:65532 /out/data /data
# The keys of the first start are in /data/live.key and /data/test.key, not in the log: `docker cp CONTAINER:/data/live.key .`
# Buffers from 64 KiB on go back to the system when they are freed, instead of staying in the heap after an overload.
ENV WINNOW_HOST=0.0.0.0 WINNOW_DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=65536
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/winnow"]
CMD ["serve"]

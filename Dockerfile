# One file and a /data volume. The build stage needs the npm registry and deno's runtime (denort).
FROM denoland/deno:2.9.6 AS build
WORKDIR /src
COPY . .
RUN deno install --frozen && deno task compile --output /out/winnow

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/winnow /usr/local/bin/winnow
COPY --from=build /src/LICENSE /src/NOTICE /usr/share/doc/winnow/
ENV WINNOW_HOST=0.0.0.0 WINNOW_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/winnow"]
CMD ["serve"]

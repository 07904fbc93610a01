/** A PostgreSQL server that loses confirmed writes, as when a replica that lagged behind becomes the primary. */
import type { PostgresServer } from "./postgres.ts";

const TABLES = `
select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname = 'public'`;

/** Keeps the state of a database. @returns what brings it back, in one transaction */
export async function keepState(server: PostgresServer, database: string): Promise<() => Promise<void>> {
  const each = (statement: string) =>
    `do $$ declare t record; begin for t in ${TABLES} loop execute ${statement}; end loop; end $$;`;
  await server.sql(
    database,
    `drop schema if exists kept cascade; create schema kept;
    ${each("'create table kept.' || t.name || ' as table public.' || t.name")}`,
  );
  const truncated = each("'truncate public.' || t.name");
  const filled = each("'insert into public.' || t.name || ' select * from kept.' || t.name");
  return async () => {
    await server.sql(database, `begin; ${truncated} ${filled} commit;`);
  };
}

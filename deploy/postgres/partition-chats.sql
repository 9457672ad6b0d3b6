-- Partitions the largest tables of chats by a hash of the chat id, for sites with hundreds of millions of messages.
-- Run it once, with all servers stopped and after a backup, as the owner of the tables:
--
--   psql "$DATABASE_DIRECT_URL" -v ON_ERROR_STOP=1 --single-transaction -f deploy/postgres/partition-chats.sql
--
-- It copies every row: count a minute for each few million messages, and free disk space of the size of these tables.
-- docs/scaling.md says what changes. Tables that are partitioned already are left alone.
do $$
declare
  partition_count constant int := 32;
  name text;
  own_constraints text[];
  own_indexes text[];
  incoming record;
  statement text;
  number int;
begin
  foreach name in array array['message', 'memory_passage', 'memory_receipt', 'chat_index_term'] loop
    continue when (select relkind from pg_class where oid = to_regclass('public.' || name)) = 'p';
    -- Foreign keys of other tables follow the new table.
    create temporary table incoming_key on commit drop as
      select conrelid::regclass::text as source, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where confrelid = to_regclass('public.' || name) and contype = 'f';
    for incoming in select * from incoming_key loop
      execute format('alter table %s drop constraint %I', incoming.source, incoming.conname);
    end loop;
    select array_agg(format('alter table public.%I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
        order by contype = 'f') into own_constraints
      from pg_constraint where conrelid = to_regclass('public.' || name) and contype in ('p', 'u', 'f', 'c');
    select array_agg(pg_get_indexdef(indexrelid)) into own_indexes
      from pg_index where indrelid = to_regclass('public.' || name) and not exists (
        select from pg_constraint where conindid = indexrelid and conrelid = indrelid);

    execute format('alter table public.%I rename to %I', name, name || '_whole');
    execute format('create table public.%I (like public.%I including defaults including generated including storage
      including comments) partition by hash (chat_id)', name, name || '_whole');
    for number in 0 .. partition_count - 1 loop
      execute format('create table public.%I partition of public.%I for values with (modulus %s, remainder %s)',
        name || '_' || number, name, partition_count, number);
    end loop;
    execute format('insert into public.%I select * from public.%I', name, name || '_whole');
    execute format('drop table public.%I', name || '_whole');

    foreach statement in array own_constraints loop
      execute statement;
    end loop;
    foreach statement in array coalesce(own_indexes, '{}') loop
      -- A unique index of a partitioned table must contain the chat. The server looks for a repeated message in all
      -- chats before it stores one.
      execute replace(statement, '(sender_id, client_id)', '(sender_id, client_id, chat_id)');
    end loop;
    for incoming in select * from incoming_key loop
      execute format('alter table %s add constraint %I %s', incoming.source, incoming.conname, incoming.definition);
    end loop;
    drop table incoming_key;
    execute format('analyze public.%I', name);
  end loop;
end $$;

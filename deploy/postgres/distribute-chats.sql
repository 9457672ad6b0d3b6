-- Distributes the tables of chats over the workers of a Citus cluster (11 or newer), by chat id. Run it once, on an empty
-- database that `npm run migrate` has just prepared, as the owner of the tables:
--
--   psql "$DATABASE_DIRECT_URL" -v ON_ERROR_STOP=1 -f deploy/postgres/distribute-chats.sql
--
-- All other tables stay on the coordinator. docs/scaling.md lists every table, and which statements cross shards.

-- Citus allows no foreign key from a distributed table to one of the coordinator. An erasure deletes chats and facts
-- with the person's row, so triggers do what these keys did.
alter table chat drop constraint chat_person_id_fkey;
alter table memory_fact drop constraint memory_fact_person_id_fkey;
alter table lorebook_attachment drop constraint lorebook_attachment_chat_id_fkey; -- the row goes with its lorebook
create function chats_go_with_their_person() returns trigger language plpgsql as $$
begin
  delete from memory_fact where person_id = old.id;
  delete from chat where person_id = old.id;
  return null;
end $$;
alter table chat drop constraint chat_persona;
create function chats_lose_their_persona() returns trigger language plpgsql as $$
begin
  update chat set persona_id = null where persona_id = old.id;
  return null;
end $$;
create trigger persona_gone after delete on persona for each row execute function chats_lose_their_persona();
create trigger person_gone after delete on person for each row execute function chats_go_with_their_person();

-- Citus runs no trigger of a distributed table by default: a key in place of the one that search removes words with.
drop trigger chat_index_gone on chat_index;
drop function chat_index_terms_go_with_their_chat();
alter table chat_index_term add foreign key (chat_id) references chat_index (chat_id) on delete cascade;

-- A unique index must contain the chat. The server looks for a repeated message in all chats before it stores one.
drop index message_once;
create unique index message_once on message (sender_id, client_id, chat_id) where client_id is not null;

-- A key of the chat alone.
alter table memory_fact drop constraint memory_fact_pkey;
alter table memory_fact add primary key (id, chat_id);

select create_distributed_table('chat', 'id');
select create_distributed_table('message', 'chat_id', colocate_with => 'chat');
select create_distributed_table('deleted_message', 'chat_id', colocate_with => 'chat');
select create_distributed_table('generation', 'chat_id', colocate_with => 'chat');
select create_distributed_table('memory_fact', 'chat_id', colocate_with => 'chat');
select create_distributed_table('memory_summary', 'chat_id', colocate_with => 'chat');
select create_distributed_table('memory_passage', 'chat_id', colocate_with => 'chat');
select create_distributed_table('memory_receipt', 'chat_id', colocate_with => 'chat');
select create_distributed_table('chat_index', 'chat_id', colocate_with => 'chat');
select create_distributed_table('chat_index_block', 'chat_id', colocate_with => 'chat');
select create_distributed_table('chat_index_term', 'chat_id', colocate_with => 'chat');

-- Citus does not know about changes of its coordinator's own tables: it commits a transaction that also changes one worker
-- there first, and in two phases only where it changes several. A crash between the two would keep a message and lose its
-- charge. A change of a table that Citus does know makes it commit in two phases, even if no row is found.
create schema everkin_citus;
create table everkin_citus.commit_marker (id integer primary key);
select citus_add_local_table_to_metadata('everkin_citus.commit_marker');
create function everkin_citus.commit_in_two_phases() returns trigger language plpgsql as $$
begin
  if current_setting('everkin.commits_in_two_phases', true) is distinct from 'on' then
    delete from everkin_citus.commit_marker where id = 0;
    perform set_config('everkin.commits_in_two_phases', 'on', true); -- until the transaction ends
  end if;
  return null;
end $$;
-- Also called after later migrations, which may have made tables.
create function everkin_citus.add_triggers() returns void language plpgsql as $$
declare
  own_table regclass;
begin
  for own_table in
    select oid from pg_class c
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_dist_partition where logicalrelid = c.oid)
      and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'two_phases')
  loop
    execute format(
      'create trigger two_phases before insert or update or delete on %s
       for each statement execute function everkin_citus.commit_in_two_phases()',
      own_table
    );
  end loop;
end $$;
select everkin_citus.add_triggers();

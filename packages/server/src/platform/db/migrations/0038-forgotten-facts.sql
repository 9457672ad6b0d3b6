-- Of each chat, only the newest 1,000 forgotten facts are kept.
delete from memory_fact where id in (
  select id from (
    select id, row_number() over (partition by chat_id order by forgotten_at desc, id desc) as place
    from memory_fact where forgotten_at is not null) numbered
  where place > 1000);

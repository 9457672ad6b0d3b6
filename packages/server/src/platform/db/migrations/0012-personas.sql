-- Who a person is in their chats, by a name and words of their own.
create table persona (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  name text not null,
  description text not null,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create index persona_of_person on persona (person_id, created_at, id);
create unique index persona_by_default on persona (person_id) where is_default;
-- A chat whose persona is deleted goes on under the nickname.
update chat set persona_id = null where persona_id is not null;
alter table chat add constraint chat_persona foreign key (persona_id) references persona (id) on delete set null;
create index chat_of_persona on chat (persona_id) where persona_id is not null;

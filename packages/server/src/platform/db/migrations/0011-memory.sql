-- Work that is done later, by whichever process is free (platform/jobs). A row is gone once its job is done.
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null, -- what it is about; asked for twice, it is done once
  person_id text references person (id) on delete cascade,
  payload jsonb not null default '{}',
  run_at timestamptz not null,
  attempts int not null default 0, -- begun so far; counted when a process takes it, so that a crash counts too
  owner text, -- the process that does it, until `lease_until`
  lease_until timestamptz,
  asked_again boolean not null default false, -- while it was being done: it is done once more
  died_at timestamptz, -- failed too often; it waits until it is asked for again
  created_at timestamptz not null,
  unique (kind, key)
);
create index job_due on job (run_at) where died_at is null;
create index job_person on job (person_id);

-- 0: nothing is remembered of this chat. Grows with each change of what is, without a revision of the chat itself.
alter table chat
  add column memory_rev int not null default 0,
  add column memory_floor int not null default 0; -- messages up to this one were to be forgotten

create table memory_fact (
  id text primary key,
  chat_id text not null references chat (id) on delete cascade,
  person_id text not null references person (id) on delete cascade,
  card_id text not null,
  text text not null, -- empty once forgotten for good
  pinned boolean not null default false,
  origin text not null check (origin in ('person', 'model')),
  source_seq int, -- the message that it comes from
  derived_from text, -- the fact that it was made out of
  terms bigint[] not null, -- hashes of its folded words; they stay when it is forgotten, so that it does not come back
  embedding real[],
  embedding_name text, -- the model that made it: others' are not comparable
  rev int not null, -- of the chat's memory
  forgotten_at timestamptz,
  created_at timestamptz not null
);
create unique index memory_fact_once on memory_fact (chat_id, source_seq, md5(text)) where forgotten_at is null;
create index memory_fact_rev on memory_fact (chat_id, rev);
create index memory_fact_card on memory_fact (person_id, card_id);
create index memory_fact_forgotten on memory_fact (forgotten_at) where forgotten_at is not null and text <> '';

-- Versions of the story so far: the newest whose last message is on the active path counts.
create table memory_summary (
  chat_id text not null references chat (id) on delete cascade,
  rev int not null,
  text text not null,
  covers_to_seq int not null,
  origin text not null check (origin in ('person', 'model')),
  created_at timestamptz not null,
  primary key (chat_id, rev)
);

-- A few messages in a row, to be found again. Their words stay where they are, so that what is deleted is gone here too.
create table memory_passage (
  chat_id text not null references chat (id) on delete cascade,
  to_seq int not null,
  seqs int[] not null, -- of its messages, which follow one another on a path; the last is `to_seq`
  terms bigint[] not null, -- hashes of their folded words
  embedding real[],
  embedding_name text,
  rev int not null,
  primary key (chat_id, to_seq)
);
create index memory_passage_rev on memory_passage (chat_id, rev);

-- What a reply was written from besides the conversation; replies that used no memory have none.
create table memory_receipt (
  chat_id text not null references chat (id) on delete cascade,
  seq int not null,
  summary_rev int,
  fact_ids text[] not null,
  passage_seqs int[] not null, -- the messages of all passages
  primary key (chat_id, seq)
);

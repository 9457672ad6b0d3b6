-- Pictures made to order. A task is what was asked for at once; each of its pictures has a row from the beginning, and
-- is paid for, made and given back by itself.
create table picture_task (
  id text primary key,
  person_id text not null references person on delete cascade,
  idempotency_key text not null,
  retry_keys text[] not null default '{}', -- keys by which it was asked for once more
  asked text not null, -- what came with the key: another body with it is refused
  prompt text not null,
  style_id text not null,
  template_id text,
  size text not null check (size in ('portrait', 'square', 'landscape')),
  seed text not null,
  portrait jsonb, -- a character's face to keep
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  fault text, -- why the last picture that failed did
  share real not null default 0, -- of the picture that is being made, as its provider tells it
  deadline_at timestamptz not null, -- what is not made by then is given back
  user_rev bigint not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (person_id, idempotency_key)
);
create index picture_task_of_person on picture_task (person_id, created_at desc, id desc);
create index picture_task_open on picture_task (deadline_at) where ended_at is null;

create table picture (
  task_id text not null references picture_task on delete cascade,
  position smallint not null,
  state text not null check (state in ('waiting', 'made', 'failed', 'canceled', 'deleted')),
  tries smallint not null default 0, -- begun and broken off by the provider since it was last paid for
  round smallint not null default 0, -- how often it was paid for anew; part of the key of its charge
  price int not null, -- coins taken for it the last time
  refunded int not null default 0, -- coins given back of all that was taken
  paid int not null, -- coins taken for it in all
  media_id text references media_file on delete set null, -- its file, once it is made
  width int,
  height int,
  spec jsonb, -- what it was drawn from, so that a face can be kept
  primary key (task_id, position)
);
create unique index picture_of_media on picture (media_id) where media_id is not null;

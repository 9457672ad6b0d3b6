-- Pictures that people upload. The id is the name under which the files lie and are had: nobody can guess it.
create table media_file (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  purpose text not null check (purpose in ('avatar')),
  width int not null,
  height int not null,
  bytes int not null, -- of all its files
  created_at timestamptz not null
);
create index media_file_of_person on media_file (person_id);
create index media_file_by_age on media_file (created_at);

-- By what somebody who has left is known again, so that leaving and coming back brings no second welcome (AUTH-15).
-- Only digests, for 30 days.
create table left_mark (
  key_hash bytea primary key,
  until timestamptz not null
);
create index left_mark_by_end on left_mark (until);

-- Verdicts by the chat that they are about, for when its owner is erased.
create index safety_verdict_of_chat on safety_verdict (split_part(ref, '-', 1)) where ref is not null;
create index generation_of_person on generation (person_id);

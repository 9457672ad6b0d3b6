-- Browsers that may be woken. A row belongs to the session in which it was switched on, and goes with it.
create table push_subscription (
  session_id text primary key references session (id) on delete cascade,
  person_id text not null references person (id) on delete cascade,
  endpoint text not null, -- at the push service of the browser's maker
  p256dh text not null,
  auth text not null,
  locale text not null,
  replies boolean not null,
  remarks boolean not null,
  created_at timestamptz not null
);
create index push_subscription_of_person on push_subscription (person_id);
create index push_subscription_remarks on push_subscription (person_id) where remarks;

-- When a character last said something unasked: once in a day at most, however many devices there are.
create table remark (
  person_id text primary key references person (id) on delete cascade,
  chat_id text not null,
  seq int, -- of the message; null when nothing came of it
  made_at timestamptz not null
);

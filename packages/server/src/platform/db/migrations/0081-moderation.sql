-- What the people who run the site have decided about an item; null: nothing. A hidden item exists for its author only,
-- a removed one for nobody.
alter table card add column restriction text check (restriction in ('hidden', 'removed'));
create index card_restricted on card (restriction, updated_at) where restriction is not null;
create index card_for_review on card (updated_at) where state = 'in_review' or 'minor' = any (hindrances);
-- On the shelf of featured cards since then; null: not on it.
alter table card add column featured_at timestamptz;
create index card_featured on card (featured_at) where featured_at is not null;
alter table album_item add column restriction text check (restriction in ('hidden', 'removed'));
-- Of the nickname and the picture that others see.
alter table person add column profile_restriction text check (profile_restriction in ('hidden', 'removed'));
-- A restricted message has no text, so that nothing that reads messages needs to know; the text is kept for an appeal.
alter table message add column restriction text check (restriction in ('hidden', 'removed'));
alter table message add column withheld_text text;

-- One item in the queue. Several reports of the same item are one case.
create table moderation_case (
  id text primary key,
  source text not null check (source in ('report', 'review', 'appeal')),
  target_type text not null check (target_type in ('card', 'group', 'image', 'message', 'user')),
  target_id text not null,
  author_id text, -- who made the item; null: the library, a model, or an erased person
  owner_id text, -- in whose chat a message is; as author_id for everything else
  severity int not null, -- 0 is the most urgent
  opened_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'decided', 'closed')),
  hidden_by_reports boolean not null default false
);
create unique index moderation_case_open on moderation_case (target_type, target_id, source) where state = 'open';
create index moderation_case_queue on moderation_case (due_at, id) where state = 'open';
create index moderation_case_author on moderation_case (author_id, opened_at);

alter table report add column case_id text;
create index report_of_case on report (case_id);

-- What was decided, by whom and why. `before` is what undoing it restores.
create table moderation_decision (
  id text primary key,
  case_id text, -- null: decided at the item desk
  target_type text not null,
  target_id text not null,
  author_id text,
  owner_id text,
  operator_id text, -- null: three reports hid it
  action text not null check (action in ('keep', 'hide', 'remove', 'change', 'suspend', 'restore', 'uphold', 'auto_hide')),
  reason text not null,
  before jsonb not null,
  label text not null default '', -- the item's name at that time, for its author
  created_at timestamptz not null,
  undone_at timestamptz
);
create index moderation_decision_author on moderation_decision (author_id, created_at);
create index moderation_decision_target on moderation_decision (target_type, target_id, created_at);

-- An author answers a decision once.
create table moderation_appeal (
  decision_id text primary key,
  person_id text references person (id) on delete cascade,
  case_id text not null,
  text text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('upheld', 'restored'))
);
create index moderation_appeal_case on moderation_appeal (case_id);

-- What an author or a reporter is told, from the moment when the decision can no longer be undone.
create table moderation_notice (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  decision_id text not null,
  kind text not null check (kind in ('yours', 'reported', 'appeal')),
  shown_from timestamptz not null,
  read_at timestamptz
);
create index moderation_notice_person on moderation_notice (person_id, shown_from);
create unique index moderation_notice_once on moderation_notice (person_id, decision_id, kind);

-- Texts that the rules stopped and whose writers have appealed. They are stored with the appeal and never before.
create table stopped_text (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  place text not null check (place in ('message', 'card', 'picture', 'other')),
  category text not null,
  text text, -- null: deleted, when the appeal was decided or after 30 days
  text_hash bytea not null, -- keyed: the same text is appealed once
  created_at timestamptz not null
);
create unique index stopped_text_once on stopped_text (person_id, text_hash);
create index stopped_text_kept on stopped_text (created_at) where text is not null;

-- `text`: a stopped text; `file`: a stored picture that the moderation model withheld.
alter table moderation_case drop constraint moderation_case_target_type_check;
alter table moderation_case add constraint moderation_case_target_type_check
  check (target_type in ('card', 'group', 'image', 'message', 'user', 'text', 'file'));
-- `stop`: the rules or the moderation model refused a text.
alter table moderation_decision drop constraint moderation_decision_action_check;
alter table moderation_decision add constraint moderation_decision_action_check
  check (action in ('keep', 'hide', 'remove', 'change', 'suspend', 'restore', 'uphold', 'auto_hide', 'stop'));

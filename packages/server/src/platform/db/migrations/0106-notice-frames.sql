-- The revision of the person with which their open pages were told; null: not yet.
alter table moderation_notice add column user_rev int;
create index moderation_notice_rev on moderation_notice (person_id, user_rev) where read_at is null;

-- concurrently
-- Cards that an older version of the safety rules has judged, and the groups of a character.
create index concurrently if not exists card_rule_version on card (rule_version collate "C", id)
  where state <> 'draft' and creator_id is not null and deleted_at is null;
create index concurrently if not exists card_group_members on card using gin (member_ids) where type = 'multiple';

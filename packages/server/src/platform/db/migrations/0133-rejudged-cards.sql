-- The version of a card that a moderator has published; what the safety rules only doubt in it needs no second look.
alter table card add column kept_version int;
update card c set kept_version = c.version from moderation_decision d
where d.target_type in ('card', 'group') and d.target_id = c.id and d.before ? 'card' and d.undone_at is null
  and c.state = 'published' and c.updated_at = d.created_at;
-- Cards that an older version of the safety rules has judged, and the groups of a character.
create index card_rule_version on card (rule_version collate "C", id)
  where state <> 'draft' and creator_id is not null and deleted_at is null;
create index card_group_members on card using gin (member_ids) where type = 'multiple';

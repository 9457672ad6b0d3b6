-- The version of a card that a moderator has published; what the safety rules only doubt in it needs no second look.
create table card_approval (
  card_id text primary key references card (id) on delete cascade,
  version int not null
);
insert into card_approval (card_id, version)
select c.id, c.version from card c
join moderation_decision d on d.target_type in ('card', 'group') and d.target_id = c.id and c.updated_at = d.created_at
where d.before ? 'card' and d.undone_at is null and c.state = 'published'
on conflict do nothing;

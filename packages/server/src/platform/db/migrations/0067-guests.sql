-- Visitors who try a chat before they sign in: rows of `person` without an address, deleted after a day. Null for an
-- account.
alter table person add column guest_messages_left int check (guest_messages_left >= 0);
create index person_guests on person (created_at) where guest_messages_left is not null;

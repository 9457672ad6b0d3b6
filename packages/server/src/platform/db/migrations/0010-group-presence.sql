-- Of a group: who has been in it, and from which message to which; null for a single character.
alter table chat add column roster jsonb;

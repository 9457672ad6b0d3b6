-- The draft or card that somebody keeps a face of the built-in painter for; null for every other task.
alter table picture_task add column kept_for text;
create index picture_task_by_kept_for on picture_task (person_id, kept_for) where kept_for is not null;

-- Files for cards, albums and tasks, beside the pictures of people; videos too.
alter table media_file drop constraint media_file_purpose_check;
alter table media_file add constraint media_file_purpose_check
  check (purpose in ('avatar', 'card', 'locked_image', 'locked_video', 'generated'));
alter table media_file add column kind text not null default 'image' check (kind in ('image', 'video'));
-- The blurred picture of what can be locked: its own name, which says nothing of the file's.
alter table media_file add column thumbnail_id text;
alter table media_file add column duration_ms int;
-- The largest of its files, and a small one: a picture, or the frame of a video.
alter table media_file add column main_file text not null default '480.webp';
alter table media_file add column small_file text not null default '96.webp';
-- Which bytes came, keyed with the server's secret: the same file of a person is kept once.
alter table media_file add column content_hash bytea;
-- When it is asked again whether anything uses the file.
alter table media_file add column check_at timestamptz;
create unique index media_file_by_content on media_file (person_id, purpose, content_hash);
create unique index media_file_by_thumbnail on media_file (thumbnail_id) where thumbnail_id is not null;
create index media_file_by_check on media_file (coalesce(check_at, created_at));

-- Pictures that people show to characters.
alter table media_file drop constraint media_file_purpose_check;
alter table media_file add constraint media_file_purpose_check
  check (purpose in ('avatar', 'card', 'locked_image', 'locked_video', 'generated', 'chat'));
-- What a model that sees wrote about the picture; null while none has looked at it.
alter table media_file add column description text;
-- The media files sent with a person's message, in their order.
alter table message add column pictures text[];
-- The pictures in words, as prompts, memory and search read them after the message's own text.
alter table message add column picture_text text;
create index message_by_picture on message using gin (pictures) where pictures is not null;
create index message_with_pictures on message (chat_id, seq) where pictures is not null;

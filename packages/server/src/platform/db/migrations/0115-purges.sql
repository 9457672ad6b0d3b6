-- concurrently
-- For purges, which would otherwise read all chats and all sessions each time.
create index concurrently if not exists chat_deleted on chat (deleted_at) where deleted_at is not null;
create index concurrently if not exists session_by_age on session (created_at);
create index concurrently if not exists session_by_last_use on session (last_seen_at);

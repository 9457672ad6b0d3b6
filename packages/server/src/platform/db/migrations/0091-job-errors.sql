-- What the last failed attempt threw: a name or a code, never a message.
alter table job add column last_error text;
alter table job add column failed_at timestamptz;

-- When the person last proved who they are in this session: at its sign-in, or later by a code or passkey.
alter table session add column authenticated_at timestamptz;
update session set authenticated_at = created_at;

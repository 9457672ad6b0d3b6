-- Why a failed reply failed: reason, retry_at, and for operators the provider's status and redacted words.
alter table message add column fault jsonb;

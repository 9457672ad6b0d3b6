-- concurrently
-- Devices are found by their hash when APP_SECRET has been replaced.
create index concurrently if not exists known_device_by_hash on known_device (device_hash);
create index concurrently if not exists invitation_by_device on invitation (device_hash) where device_hash is not null;

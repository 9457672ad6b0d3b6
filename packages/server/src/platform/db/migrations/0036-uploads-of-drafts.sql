-- Uploads in the albums of drafts, which must not be purged.
create index card_draft_of_upload on card_draft using gin (jsonb_path_query_array(content, '$.album[*].upload_id'));

-- concurrently
-- Deleting a card or a person follows every foreign key: without these indexes it reads the whole table each time.
create index concurrently if not exists card_like_of_card on card_like (card_id);
create index concurrently if not exists moderation_appeal_of_person on moderation_appeal (person_id);
create index concurrently if not exists quarantine_consent_of_operator on quarantine_consent (operator_id);
create index concurrently if not exists sandbox_refund_of_payment on sandbox_refund (payment_id);

-- Which moderation model gave a verdict; null: the local rules.
alter table safety_verdict add column model text;

-- What waits for the moderation model, because it gave no verdict when it was asked (M2). Only the owner sees it.
-- pending: not checked yet; blocked: nobody sees it, and it is kept for an operator.
alter table media_file add column moderation text not null default 'clear';
create index media_file_withheld on media_file (id) where moderation <> 'clear';

-- Cards in review without a verdict of the moderation model.
create index card_unchecked on card (updated_at, id) where state = 'in_review' and 'unchecked' = any(hindrances);

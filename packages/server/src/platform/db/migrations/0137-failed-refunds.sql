-- A refund that the provider accepted may fail later. One made in the provider's dashboard is stored once it has failed;
-- then its id is the provider's, and its origin `provider`.
alter table order_refund drop constraint order_refund_state_check;
alter table order_refund add constraint order_refund_state_check
  check (state in ('requested', 'done', 'refused', 'failed'));
alter table order_refund drop constraint order_refund_origin_check;
alter table order_refund add constraint order_refund_origin_check
  check (origin in ('buyer', 'operator', 'system', 'provider'));
create index order_refund_failed on order_refund (order_id) where state = 'failed';

-- What was received for an order whose payment does not match it; null: its amount.
alter table purchase_order add column received_amount int;

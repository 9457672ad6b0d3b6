-- How many public cards contain a term. A term goes with its last card.
alter table search_term add column cards int not null default 0;
update search_term t set cards = counted.cards
  from (select term, count(*)::int as cards from search_posting group by term) counted where counted.term = t.term;
delete from search_slip s where not exists (select 1 from search_term t where t.term = s.term and t.cards > 0);
delete from search_term where cards = 0;

-- Weights of search leave room between the parts of a card.
update search_posting set weight = weight * 10;

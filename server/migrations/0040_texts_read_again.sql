-- Tokens of three bytes each in ascending order, packed: those of a single page stand in one piece of a value that is kept apart, where those of
-- four bytes have to be cut, and waste a quarter. What an earlier release wrote has `tokens` in place of `packed`, until it is read again.
alter table text_blocks alter column tokens drop not null, add column packed bytea;
alter table text_blocks add constraint text_blocks_tokens check (num_nonnulls(tokens, packed) = 1);
-- Text and tokens lie apart, so that rows are small: the index by token names rows that stand near each other by less.
alter table text_blocks alter column packed set storage external;
alter table text_blocks set (toast_tuple_target = 128);

-- Put together once: a value that is kept apart would else be fetched for each of its bytes.
create function token_numbers(packed bytea) returns integer[]
  language sql immutable parallel safe strict
  as $$
    select coalesce(array_agg((get_byte(whole, at) << 16) | (get_byte(whole, at + 1) << 8) | get_byte(whole, at + 2)), '{}')
    from (select packed || ''::bytea as whole offset 0) as value, generate_series(0, length(whole) - 3, 3) as at
  $$;
-- Whether all are there that are wanted, for a few blocks that are named. Bytes of two neighbours may look like another token: then a block is
-- opened for nothing.
create function may_have_tokens(packed bytea, wanted bytea[]) returns boolean
  language sql immutable parallel safe strict
  as $$
    select coalesce(bool_and(position(token in whole) > 0), true)
    from (select packed || ''::bytea as whole offset 0) as value, unnest(wanted) as token
  $$;
create index blocks_by_packed on text_blocks using gin (token_numbers(packed)) where packed is not null;
-- To look at very many blocks for statistics takes long, and most tokens are too rare to be among those that they name.
alter index blocks_by_packed alter column 1 set statistics 20;

-- Which reader read a text, as the program numbers them; 0: an earlier one, or none yet. AGAIN: it is found as an earlier reader read it, and
-- read by a later one meanwhile, whose blocks have their first page below zero until all of them are there.
alter table content_texts
  add column reader smallint not null default 0,
  drop constraint content_texts_state_check,
  add constraint content_texts_state_check check (state in ('WAITING', 'READ', 'FAILED', 'AGAIN'));
create index texts_by_reader on content_texts (reader);
create index texts_again on content_texts (content_uid) where state = 'AGAIN';

-- What is read again waits behind all that nobody can find yet.
alter table text_queue add column again boolean not null default false;
drop index text_queue_in_order;
create index text_queue_in_order on text_queue (room_id, again, slow, size, content_uid);

-- The pairs of a file's name, each behind the two characters with which it stands in the list: whether any name that begins so can have some
-- words shows without reading one, so that what very many names have is found without walking past all others.
-- Dear, so that nobody reckons it for many names where the index could be asked.
create function head_grams(sorted text, folded text) returns text[]
  language sql immutable parallel safe strict cost 10000
  as $$
    select coalesce(array_agg(distinct rpad(left(sorted, 2), 2, chr(1)) || substr(folded, i, 2)), '{}')
    from generate_series(1, char_length(folded) - 1) i
  $$;
create index files_by_head on items using gin (room_id, head_grams(name_key, name_folded)) where deleted_at is null and not folder;

-- What a name is found by: its characters and its pairs of characters.
create function grams(folded text) returns text[]
  language sql immutable parallel safe strict
  as $$
    select coalesce(array_agg(distinct substr(folded, i, length)), '{}')
    from generate_series(1, char_length(folded)) i, generate_series(1, 2) length
  $$;

-- Folders and files are two ranges of each list: no search for the one reads what is there of the other.
drop index items_by_bigram;
create index folders_by_gram on items using gin (room_id, grams(name_folded)) where deleted_at is null and folder;
create index files_by_gram on items using gin (room_id, grams(name_folded)) where deleted_at is null and not folder;

-- All of a room in each order, with the names: what many names have is found by walking along until a page is full.
create index items_of_room_by_name on items (room_id, folder, name_key, id) include (name_folded) where deleted_at is null;
create index items_of_room_by_date on items (room_id, folder, created_at, id) include (name_folded) where deleted_at is null;
create index items_of_room_by_type on items (room_id, folder, ext, id) include (name_folded) where deleted_at is null;
create index items_of_room_by_size on items (room_id, folder, size, id) include (name_folded) where deleted_at is null;
